/** `status --watch` where somebody looks, which is where util-linux's `script` has a terminal to give. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { expect, inject, onTestFinished } from "vitest";
import { status as answering } from "../e2e/support/https-origin.ts";
import { until } from "../e2e/support/until.ts";
import { test } from "./support/trust.ts";

const hasScript = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;

/** Synchronised output, as one frame of the drawing is written. */
const FRAME_END = "\u001b[?2026l";
const CURSOR = { hidden: "\u001b[?25l", shown: "\u001b[?25h" };

test.skipIf(!hasScript)(
  "it is redrawn in place; Ctrl-C ends it with the last answer's exit code, a whole frame and the cursor back",
  async ({ lab, trusting }) => {
    const origins = [await lab.origin(), await lab.origin()] as const;
    const gateway = await lab.gateway(origins, { LB_HEALTH_TTL_MS: "1" });
    const command = `stty rows 24 cols 80; exec '${process.execPath}' '${inject("command")}' status https://localhost:${gateway.port} --watch 0.2`;
    const child = spawn("script", ["-qec", command, "/dev/null"], {
      env: { PATH: process.env["PATH"], TERM: "xterm", NO_COLOR: "1", ...trusting.env },
      stdio: ["pipe", "pipe", "inherit"],
      timeout: 20_000,
      killSignal: "SIGKILL",
    });
    const ended = once(child, "close");
    onTestFinished(() => void child.kill());
    let screen = "";
    child.stdout.on("data", (data: Buffer) => {
      screen += data.toString();
    });
    await until("the state", () => screen.includes("2 of 2 up") && screen.includes("nothing has changed since"));
    origins[1].behave = answering(502);
    await until("a change", () => screen.includes(`${origins[1].url} down (502)`));
    expect(screen).toContain(CURSOR.hidden);
    child.stdin.write("\u0003");
    const [code] = await ended;
    expect(code).toBe(1);
    expect(screen.lastIndexOf(CURSOR.shown)).toBeGreaterThan(screen.lastIndexOf(CURSOR.hidden));
    expect(screen.lastIndexOf(CURSOR.shown)).toBeGreaterThan(screen.lastIndexOf(FRAME_END));
  },
);
