/** The licences of what is bundled into the command. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../dev/leftovers.ts";
import { bundledFolders, licencesText, readPackage } from "../../dev/package/licences.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

function packageOf(name: string, manifest: object, files: Readonly<Record<string, string>>): string {
  const path = join(folder.path, name);
  mkdirSync(path);
  writeFileSync(join(path, "package.json"), JSON.stringify({ name, version: "1.2.3", ...manifest }));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return path;
}

test("packages are those that gave something to the bundle, each version once", () => {
  const input = (bytesInOutput: number) => ({ bytesInOutput });
  const inputs = {
    "cli/main.ts": input(10),
    "node_modules/one/a.js": input(1),
    "node_modules/one/lib/b.js": input(1),
    "node_modules/unused/index.js": input(0),
    "node_modules/@scope/two/index.js": input(1),
    "node_modules/two/node_modules/one/a.js": input(1),
  };
  const outputs = { "out.js": { bytes: 1, imports: [], exports: [], inputs } };
  expect(bundledFolders({ outputs })).toEqual(["node_modules/@scope/two", "node_modules/one", "node_modules/two/node_modules/one"]);
});

describe("the file that is shipped", () => {
  test.for(["LICENSE", "license", "Licence.md", "COPYING", "LICENSE-MIT.txt"])("holds the text in %s", async (file) => {
    const one = await readPackage(packageOf(`with-${file}`, { license: "MIT" }, { [file]: "Do as you\r\nlike.\n" }));
    expect(licencesText([one])).toContain(`with-${file} 1.2.3 (MIT)\n\nDo as you\nlike.\n`);
  });

  test("holds a NOTICE as well, which is no licence by itself", async () => {
    const both = await readPackage(packageOf("both", { license: "Apache-2.0" }, { LICENSE: "Apache", NOTICE: "By them" }));
    expect(licencesText([both])).toContain("(Apache-2.0)\n\nApache\n\nBy them\n");
    const notice = await readPackage(packageOf("notice", { license: "Apache-2.0" }, { NOTICE: "By them" }));
    expect(() => licencesText([notice])).toThrow("notice 1.2.3 has no file with the text of its licence (Apache-2.0)");
  });

  test.for([
    ["gpl", { license: "GPL-3.0-only" }, { LICENSE: "Copyleft" }, "gpl 1.2.3 is under GPL-3.0-only"],
    ["a choice", { license: "(MIT OR GPL-2.0)" }, { LICENSE: "Either" }, "is under (MIT OR GPL-2.0)"],
    ["none named", {}, { LICENSE: "Some" }, "is under no licence that its manifest names"],
    ["no text", { license: "MIT" }, { "README.md": "MIT" }, "has no file with the text of its licence"],
    ["an empty text", { license: "MIT" }, { LICENSE: "\n" }, "has no file with the text of its licence"],
  ] as const)("is not made with %s", async ([name, manifest, files, problem]) => {
    const one = await readPackage(packageOf(name, manifest, files));
    expect(() => licencesText([one])).toThrow(problem);
  });
});
