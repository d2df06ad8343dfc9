import { describe, expect, test } from "vitest";
import { parseCpuList, parseSchedstat, parseStat, statusBytes, tree } from "../../../bench/machine/stat.ts";
import { type CpuReading, cpuMs } from "../../../bench/machine/usage.ts";

/** As proc(5) has it: pid, name, state, parent, ..., and as fields 14 and 15 the ticks. */
const line = (pid: number, name: string, parent: number, user: number, system: number): string =>
  `${pid} (${name}) S ${parent} ${pid} ${pid} 0 -1 4194304 100 200 0 0 ${user} ${system} 7 8 20 0 1 0 12345 1000 200 18446744073709551615 0 0\n`;

describe("a process of /proc/PID/stat", () => {
  test.for(["nginx", "a b", "tmux: server", "odd) S 1 (name", "(x)", ""])("called %j", (name) => {
    expect(parseStat(line(42, name, 7, 30, 12))).toEqual({ pid: 42, parent: 7, ticks: 42 });
  });

  test.for(["", "42", "no process"])("%j is none", (text) => {
    expect(parseStat(text)).toBeUndefined();
  });
});

describe("a tree", () => {
  const processes = [
    [1, 0],
    [10, 1],
    [11, 10],
    [12, 10],
    [13, 12],
    [20, 1],
    [21, 20],
  ].map(([pid = 0, parent = 0]) => ({ pid, parent, ticks: 0 }));

  test("is a process and all below it", () => {
    expect(tree(10, processes).map(({ pid }) => pid)).toEqual([10, 11, 12, 13]);
  });

  test("without its root is none", () => {
    expect(tree(99, processes)).toEqual([]);
  });
});

describe("memory of /proc/PID/status", () => {
  const status = "Name:\tworkerd\nVmPeak:\t  999 kB\nVmHWM:\t    2048 kB\nVmRSS:\t    1024 kB\n";
  test.for([
    ["VmHWM", 2_097_152],
    ["VmRSS", 1_048_576],
    ["VmSwap", 0],
  ] as const)("%s", ([name, bytes]) => {
    expect(statusBytes(status, name)).toBe(bytes);
  });
});

test.for([
  ["1019581 3186806 3\n", 1_019_581],
  ["0 0 0\n", 0],
  ["", undefined],
  ["none", undefined],
] as const)("schedstat %j", ([text, nanoseconds]) => {
  expect(parseSchedstat(text)).toBe(nanoseconds);
});

test.for([
  ["0-1", [0, 1]],
  ["3", [3]],
  ["0-2,5,7-8\n", [0, 1, 2, 5, 7, 8]],
  ["", []],
] as const)("the cores %j", ([text, cores]) => {
  expect(parseCpuList(text)).toEqual(cores);
});

describe("time on a core between two readings", () => {
  const reading = (threads: readonly (readonly [number, number])[], ticks: number): CpuReading => ({ threads: new Map(threads), ticks });

  test("is exact, threads that began in between included", () => {
    const before = reading([[1, 5_000_000]], 10);
    const after = reading(
      [
        [1, 7_000_000],
        [2, 1_500_000],
      ],
      11,
    );
    expect(cpuMs(before, after)).toBe(3.5);
  });

  test("is that of the ticks where a thread has ended and took its own count with it", () => {
    const before = reading(
      [
        [1, 5_000_000],
        [2, 900_000_000],
      ],
      100,
    );
    expect(cpuMs(before, reading([[1, 6_000_000]], 125))).toBe(250);
  });

  test("is that of the ticks where the kernel counts nothing finer", () => {
    expect(cpuMs(reading([], 3), reading([], 5))).toBe(20);
  });
});
