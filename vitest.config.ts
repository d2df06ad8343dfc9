import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Two cores are what CI has; a bound of their own would keep the projects from running side by side.
    maxWorkers: 2,
    projects: [
      { test: { name: "unit", include: ["test/unit/**/*.test.ts"] } },
      {
        // The balancer in the real runtime, with a scripted `fetch`. The flag is for the test runner: the gateway itself goes without.
        plugins: [cloudflareTest({ miniflare: { compatibilityDate: "2025-01-01", compatibilityFlags: ["nodejs_compat"] } })],
        test: { name: "worker", include: ["test/worker/**/*.test.ts"] },
      },
      { test: { name: "repo", include: ["test/repo/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000 } },
      { test: { name: "dev", include: ["test/dev/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000 } },
      {
        test: {
          name: "cli",
          include: ["test/cli/**/*.test.ts"],
          globalSetup: ["test/cli/global-setup.ts", "test/e2e/global-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: ["test/e2e/global-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "fuzz",
          include: ["test/fuzz/**/*.test.ts"],
          globalSetup: ["test/e2e/global-setup.ts"],
          // A violation is shrunk before it is reported.
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
