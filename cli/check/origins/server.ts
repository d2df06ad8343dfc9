/** Why the engine does not accept one server of `SERVERS_JSON`, field by field, and what it ignores in it. */
import leven from "leven";
import { parseOriginUrl } from "../../../src/engine/origins.ts";
import { readServer } from "../../../src/primary-replica/servers.ts";
import type { Finding } from "../../findings.ts";
import { describe, describeKey } from "./describe.ts";
import { meantBy } from "./recognise.ts";
import { faultsOf } from "./text-faults.ts";
import { adviceFor, foundIn } from "./text-words.ts";

const KEYS = ["url", "name", "healthCheckPath"];

/** A server with nothing to complain of, to try single fields in. */
const SOUND = { url: "https://a.example.com" };

/** Each field by itself, tried in a sound server by the engine's reader, and the keys that it does not read. */
export function serverFindings(entry: object, where: string, isRejected: boolean): readonly Finding[] {
  const fields = entry as Readonly<Record<string, unknown>>;
  const isBad = (field: object): boolean => readServer({ ...SOUND, ...field }) === undefined;
  const { url, name, healthCheckPath } = fields;
  const bad = [
    ...(parseOriginUrl(url) === undefined ? [urlFinding(url, fields, where)] : []),
    ...(isBad({ name }) ? [nameFinding(name, where)] : []),
    ...(isBad({ healthCheckPath }) ? [pathFinding(healthCheckPath, where)] : []),
  ];
  return [...(isRejected ? bad : []), ...Object.keys(fields).flatMap((key) => (KEYS.includes(key) ? [] : [unknownKey(key, where)]))];
}

function urlFinding(url: unknown, fields: object, where: string): Finding {
  const base = { severity: "error", code: "server-url", where: `${where}.url` } as const;
  if (typeof url === "string") {
    const faults = faultsOf(url);
    return {
      ...base,
      found: foundIn(url, faults),
      advice: adviceFor(url, faults).replace("remove this entry, or", "remove this server, or"),
    };
  }
  const proposal = meantBy(fields) ?? "https://HOST";
  const found = url === undefined ? `the server has no url (${describe(fields)})` : describe(url);
  return { ...base, found, advice: `write "url": "${proposal}"` };
}

function nameFinding(name: unknown, where: string): Finding {
  const found = typeof name === "string" ? `${describe(name)}${name.trim() === "" ? ": blank" : ": not only ASCII"}` : describe(name);
  return {
    severity: "error",
    code: "server-name",
    where: `${where}.name`,
    found,
    advice: 'write a text in printable ASCII, as in "name": "primary", for it goes into a header; without a name the host is shown',
  };
}

function pathFinding(path: unknown, where: string): Finding {
  return {
    severity: "error",
    code: "server-health-path",
    where: `${where}.healthCheckPath`,
    found: `${describe(path)}${typeof path === "string" && !path.startsWith("/") ? " that does not begin with /" : ""}`,
    advice:
      'write a path that begins with / and has no host, spaces, backslash or #, as in "healthCheckPath": "/health"; without one it is "/"',
  };
}

function unknownKey(key: string, where: string): Finding {
  const near = KEYS.find((known) => leven(plain(key), plain(known)) <= 2) ?? (/health|path/i.test(key) ? "healthCheckPath" : undefined);
  return {
    severity: "warning",
    code: "server-key-unknown",
    where,
    found: `${describeKey(key)}, which nothing reads`,
    advice: near === undefined ? `remove it: a server has the keys ${KEYS.join(", ")} and no others` : `call it "${near}", or remove it`,
  };
}

const plain = (key: string): string => key.toLowerCase().replace(/[_-]/g, "");
