// `npm run build:package`: into `dist/`, from where npm packs.
import { resolve } from "node:path";
import { buildPackage } from "./build.ts";

await buildPackage(resolve(import.meta.dirname, "../../dist"));
