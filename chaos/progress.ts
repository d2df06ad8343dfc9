/** A line that says how far a run is: rewritten on a terminal, written now and then where there is none. */

export interface Progress {
  /** A line that stays. */
  readonly print: (text: string) => void;
  readonly stop: () => void;
}

export interface Count {
  readonly requests: number;
  readonly faults: number;
  readonly violations: number;
}

const TERMINAL_MS = 500;
const FILE_MS = 5_000;

export function createProgress(count: () => Count, out: NodeJS.WriteStream = process.stdout): Progress {
  const start = performance.now();
  const line = (): string => {
    const { requests, faults, violations } = count();
    return `${Math.round((performance.now() - start) / 1_000)} s  ${requests} requests  ${faults} faults  ${violations} violations`;
  };
  const clear = out.isTTY ? "\r\u001b[K" : "";
  const timer = setInterval(() => out.write(out.isTTY ? `${clear}${line()}` : `${line()}\n`), out.isTTY ? TERMINAL_MS : FILE_MS);
  return {
    print: (text) => void out.write(`${clear}${text}\n`),
    stop: () => {
      clearInterval(timer);
      out.write(clear);
    },
  };
}
