/** One line for each step, with the time that has passed and that it will take in all. */

/** Writes lines such as `[  12 of ~95 s] …`. */
export function createProgress(estimateSeconds: number, write: (line: string) => void, now: () => number): (text: string) => void {
  const began = now();
  const total = Math.round(estimateSeconds).toString();
  return (text) => {
    const passed = Math.round((now() - began) / 1_000).toString();
    write(`[${passed.padStart(total.length)} of ~${total} s] ${text}`);
  };
}
