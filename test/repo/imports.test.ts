/** The house: one engine that knows no deployment, thin deployments that know no forwarding. */
import { describe, expect, test } from "vitest";
import { filesBelow, importsOf } from "../support/repository.ts";

/** What each place may import. A file belongs to the longest place that it begins with. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "src/engine/model.ts": [],
  "src/engine/numbers.ts": [],
  "src/engine/texts.ts": [],
  "src/engine/map-some.ts": [],
  "src/engine/target.ts": [],
  "src/engine/order.ts": ["src/engine/model.ts"],
  "src/engine/failure.ts": ["src/engine/model.ts"],
  "src/engine/origins.ts": ["src/engine/model.ts", "src/engine/url.ts"],
  "src/engine/url.ts": [],
  "src/engine/routes.ts": ["src/engine/model.ts"],
  "src/engine/deps.ts": ["src/engine/model.ts"],
  "src/engine/answers.ts": ["src/engine/model.ts"],
  "src/engine/log.ts": ["src/engine/model.ts", "src/engine/deps.ts"],
  // The nouns of a deployment: its strategies are those of the places named here.
  "src/engine/settings.ts": [
    "src/engine/model.ts",
    "src/engine/order.ts",
    "src/engine/routes.ts",
    "src/engine/answers.ts",
    "src/engine/health/aggregate.ts",
    "src/engine/health/watch.ts",
  ],
  "src/engine/upstream/": [
    "src/engine/model.ts",
    "src/engine/deps.ts",
    "src/engine/failure.ts",
    "src/engine/target.ts",
    "src/engine/url.ts",
    "src/engine/upstream/",
  ],
  // When an origin is probed next is pure, and knows of nothing.
  "src/engine/health/schedule.ts": [],
  "src/engine/health/": [
    "src/engine/model.ts",
    "src/engine/deps.ts",
    "src/engine/failure.ts",
    "src/engine/answers.ts",
    "src/engine/log.ts",
    "src/engine/map-some.ts",
    "src/engine/upstream/",
    "src/engine/health/",
  ],
  // A race knows nothing of health: it is told what to do with a loser.
  "src/engine/forward/hedge.ts": ["src/engine/model.ts", "src/engine/deps.ts", "src/engine/upstream/", "src/engine/forward/attempt.ts"],
  "src/engine/forward/attempt.ts": ["src/engine/model.ts", "src/engine/deps.ts", "src/engine/upstream/"],
  "src/engine/forward/": [
    "src/engine/model.ts",
    "src/engine/deps.ts",
    "src/engine/failure.ts",
    "src/engine/answers.ts",
    "src/engine/log.ts",
    "src/engine/order.ts",
    "src/engine/settings.ts",
    "src/engine/url.ts",
    "src/engine/upstream/",
    "src/engine/health/watch.ts",
    "src/engine/forward/",
  ],
  "src/engine/balancer.ts": [
    "src/engine/model.ts",
    "src/engine/deps.ts",
    "src/engine/answers.ts",
    "src/engine/log.ts",
    "src/engine/settings.ts",
    "src/engine/target.ts",
    "src/engine/url.ts",
    "src/engine/health/",
    "src/engine/forward/",
  ],
  "src/engine/worker.ts": ["src/engine/settings.ts", "src/engine/deps.ts", "src/engine/balancer.ts"],
  "src/messageweave/": ["src/engine/", "src/messageweave/"],
  "src/primary-replica/": ["src/engine/", "src/primary-replica/"],
  "src/index.ts": ["src/engine/worker.ts", "src/messageweave/"],
  "deployments/messageweave-v1/": ["src/engine/worker.ts", "src/messageweave/"],
  "deployments/primary-replica/": ["src/engine/worker.ts", "src/primary-replica/"],
};

/** What a deployment may not take of the engine: how requests are forwarded is none of its business. */
const INNER = [
  "src/engine/balancer.ts",
  "src/engine/answers.ts",
  "src/engine/deps.ts",
  "src/engine/log.ts",
  "src/engine/upstream/",
  "src/engine/forward/forward.ts",
  "src/engine/forward/attempt.ts",
  "src/engine/forward/hedge.ts",
  "src/engine/forward/body.ts",
  "src/engine/health/memory.ts",
  "src/engine/health/suspects.ts",
  "src/engine/health/watch.ts",
  "src/engine/health/probe.ts",
];

const isInner = (target: string): boolean => INNER.some((prefix) => target.startsWith(prefix));

/** `explain` shows the gateway's own answers and which redirects are followed: it asks those who decide. */
const mayShow = (file: string, target: string): boolean =>
  file.startsWith("cli/explain/") && ["src/engine/answers.ts", "src/engine/upstream/redirect.ts"].includes(target);

const files = [...filesBelow("src", ".ts"), ...filesBelow("deployments", ".ts")];
const placeOf = (file: string): string | undefined =>
  Object.keys(MAY_IMPORT)
    .filter((place) => file.startsWith(place))
    .sort((one, other) => other.length - one.length)[0];

describe("imports run one way", () => {
  test("the sources are found", () => {
    expect(files.length).toBeGreaterThan(15);
    expect(files.flatMap(importsOf).length).toBeGreaterThan(files.length);
  });

  test.for(files)("%s", (file) => {
    const place = placeOf(file);
    expect(place, "a new place needs its line in the table").toBeDefined();
    const allowed = MAY_IMPORT[place ?? ""] ?? [];
    expect(importsOf(file).filter((target) => !allowed.some((prefix) => target.startsWith(prefix)))).toEqual([]);
  });

  test.for(files.filter((file) => !file.startsWith("src/engine/")))("%s knows no forwarding", (file) => {
    expect(importsOf(file).filter(isInner)).toEqual([]);
  });

  test("no file imports itself, however long the way round", () => {
    const reached = (from: string, seen = new Set<string>()): ReadonlySet<string> => {
      for (const next of importsOf(from)) {
        if (seen.has(next)) continue;
        seen.add(next);
        reached(next, seen);
      }
      return seen;
    };
    expect(files.filter((file) => reached(file).has(file))).toEqual([]);
  });

  test("the product imports no package, no demonstration and no test", () => {
    expect(files.flatMap(importsOf).filter((target) => !target.startsWith("src/"))).toEqual([]);
  });

  test("the command line imports the product, and no demonstration, bench or test", () => {
    const others = filesBelow("cli", ".ts").flatMap((file) =>
      importsOf(file).filter(
        (target) => /^(?:dev|bench|chaos|test|deployments)\//.test(target) || (isInner(target) && !mayShow(file, target)),
      ),
    );
    expect(others).toEqual([]);
  });

  test("the product does not know the command line", () => {
    expect(files.flatMap(importsOf).filter((target) => target.startsWith("cli/"))).toEqual([]);
  });

  test("the demonstration imports no test", () => {
    expect(
      filesBelow("dev", ".ts")
        .flatMap(importsOf)
        .filter((target) => target.startsWith("test/")),
    ).toEqual([]);
  });
});
