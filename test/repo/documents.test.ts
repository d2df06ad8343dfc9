/** What the documents say is what the code does. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { run } from "../../cli/program.ts";
import { MAX_REPLAY_BYTES_LIMIT } from "../../src/engine/numbers.ts";
import { UNKNOWN_VERSION } from "../../src/engine/texts.ts";
import { ROUTES } from "../../src/messageweave/routes.ts";
import { DEFAULTS, VARIABLES } from "../../src/messageweave/settings.ts";
import * as primaryReplica from "../../src/primary-replica/settings.ts";
import { commandIo } from "../support/command-io.ts";
import { filesBelow, type Markdown, markdown, ROOT, read } from "../support/repository.ts";

const READMES = ["README.md", "README.zh-CN.md"];

const bare = (cell: string | undefined): string => (cell ?? "").replaceAll("`", "").trim();

/** The rows of the one table that has this in its first column. */
function tableWith({ tables }: Markdown, entry: string): readonly (readonly string[])[] {
  const found = tables.filter((rows) => rows.some((row) => row.includes(`\`${entry}\``)));
  expect(found, `one table with ${entry}`).toHaveLength(1);
  return found[0] ?? [];
}

/** What the command line prints in the root of the repository. */
async function runHere(words: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  const { io, out } = commandIo({ cwd: ROOT });
  return { code: await run(words, io), out: out() };
}

describe.for(READMES)("%s", (file) => {
  test("its variables are those that are read, with their defaults", () => {
    const rows = tableWith(markdown(read(file)), "BACKEND_ORIGINS_JSON").filter(([name]) => /^`[A-Z_]+`$/.test(name ?? ""));
    const written = Object.fromEntries(rows.map(([name, value]) => [bare(name), bare(value)]));
    expect(rows.map(([name]) => bare(name)).sort()).toEqual([...VARIABLES].sort());
    expect(written["BACKEND_ORIGINS_JSON"]).toMatch(/\D/);
    expect(written["LB_VERSION"]).toBe(UNKNOWN_VERSION);
    expect(written["LB_HEALTH_ROUTING"]).toBe("off");
    for (const [name, fallback] of Object.entries(DEFAULTS)) expect([name, written[name]]).toEqual([name, String(fallback)]);
  });

  test("it says where a number ends that has a limit of its own", () => {
    expect(read(file)).toContain(String(MAX_REPLAY_BYTES_LIMIT));
  });

  test("ARCH-LB-WORKER: its routes are those that are forwarded", () => {
    const rows = tableWith(markdown(read(file)), "/webhook/tg").slice(1);
    expect(rows.map(([path, methods]) => `${bare(path)} ${methods}`)).toEqual(
      ROUTES.map(([path, methods]) => `${path} ${methods.join(" ")}`),
    );
  });

  test("its routes are what the command line prints, row by row", async () => {
    const { code, out } = await runHere(["routes", "--markdown", "--no-dev-vars"]);
    const [head, ...rows] = tableWith(markdown(out), "/webhook/tg");
    const [written, ...rowsWritten] = tableWith(markdown(read(file)), "/webhook/tg");
    expect(code).toBe(0);
    expect(rowsWritten).toEqual(rows);
    expect(written).toHaveLength(head?.length ?? 0);
  });
});

test("README.md has the table of routes as the command line prints it, to the letter", async () => {
  const { out } = await runHere(["routes", "--markdown", "--no-dev-vars"]);
  expect(read("README.md")).toContain(`\n\n${out}\n`);
});

describe("deployments/primary-replica/README.md", () => {
  test("its variables are those that are read, with their defaults", () => {
    const rows = tableWith(markdown(read("deployments/primary-replica/README.md")), "SERVERS_JSON");
    const written = Object.fromEntries(rows.map(([name, value]) => [bare(name), bare(value)]));
    expect(Object.keys(written)).toEqual(expect.arrayContaining([...primaryReplica.VARIABLES]));
    expect(written["RETRY_UNSAFE"]).toBe("undelivered");
    for (const [name, fallback] of Object.entries(primaryReplica.DEFAULTS)) expect([name, written[name]]).toEqual([name, String(fallback)]);
  });
});

describe("README.zh-CN.md is README.md in another language", () => {
  const [english, chinese] = READMES.map((file) => () => markdown(read(file)));
  const both = (pick: (parsed: Markdown) => unknown): readonly unknown[] => [english, chinese].map((parse) => parse && pick(parse()));

  test("the same headings", () => {
    const [one, other] = both(({ headings }) => headings);
    expect(one).not.toEqual([]);
    expect(other).toEqual(one);
  });

  test("the same code", () => {
    const [one, other] = both(({ code }) => code);
    expect(one).not.toEqual([]);
    expect(other).toEqual(one);
  });

  test("the same tables, row by row", () => {
    const [one, other] = both(({ tables }) => tables.map((rows) => rows.map((row) => row.length)));
    expect(one).not.toEqual([]);
    expect(other).toEqual(one);
  });

  test("and in each row the same names", () => {
    const [one, other] = both(({ tables }) => tables.flat().map((row) => row.join(" ").match(/`[^`]+`/g) ?? []));
    expect(other).toEqual(one);
  });
});

describe("every link inside the repository leads somewhere", () => {
  const files = filesBelow(".", ".md");

  test("there are documents", () => {
    expect(files).toEqual(
      expect.arrayContaining(["README.md", "README.zh-CN.md", "docs/operations.md", "docs/request.md", "docs/runtime.md"]),
    );
  });

  test.for(files)("%s", (file) => {
    const broken = markdown(read(file)).links.filter((target) => {
      if (/^[a-z][a-z+.-]*:/i.test(target)) return false;
      const [path = "", anchor] = target.split("#");
      const linked = path === "" ? file : join(dirname(file), path);
      return !existsSync(join(ROOT, linked)) || (anchor !== undefined && linked.endsWith(".md") && !anchorsOf(linked).includes(anchor));
    });
    expect(broken).toEqual([]);
  });
});

/** As GitHub makes them of headings. */
function anchorsOf(file: string): readonly string[] {
  return [...read(file).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
    decodeURIComponent(heading)
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-"),
  );
}

/** Test files that a document names. */
const testsNamedIn = (file: string): readonly string[] => read(file).match(/\btest\/[\w./-]+\.test\.ts\b/g) ?? [];

describe("each decision names the test that holds it", () => {
  const pages = existsSync(join(ROOT, "docs/decisions")) ? filesBelow("docs/decisions", ".md") : [];

  test("there is a page for each of the seven", () => {
    expect(pages.filter((page) => !/(?:README|index)\.md$/.test(page)).length).toBeGreaterThanOrEqual(7);
  });

  test.for(pages.filter((page) => !/(?:README|index)\.md$/.test(page)))("%s", (page) => {
    expect(testsNamedIn(page)).not.toEqual([]);
  });
});

test("a test file that a document names exists", () => {
  const missing = filesBelow(".", ".md").flatMap((file) =>
    testsNamedIn(file)
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${file}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test("a document that the code names exists", () => {
  const named = filesBelow("src", ".ts").flatMap((file) => read(file).match(/\bdocs\/[\w./-]+\.md\b/g) ?? []);
  expect(named.length).toBeGreaterThan(0);
  expect([...new Set(named)].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

describe("C-LB-SHARED-SECRETS: the gateway cannot check it, so operators are told", () => {
  test("that all backends carry the same credentials, and how a mismatch shows", () => {
    const text = read("docs/operations.md");
    for (const word of ["C-LB-SHARED-SECRETS", "RECONCILE_TOKEN", "TG_WEBHOOK_SECRET", "401"]) expect(text).toContain(word);
  });

  test("C-LB-SINGLE-REG-URL: and that there is one origin for callbacks", () => {
    const text = read("docs/operations.md");
    for (const word of ["C-LB-SINGLE-REG-URL", "/webhook/tg", "/push/jmap", "/api/telegram/register-webhook"]) expect(text).toContain(word);
  });
});
