/** What a client can write on one connection, by what it stresses. */
import fc from "fast-check";
import { fieldLines, legalLines } from "./fields.ts";
import { dishonest, type Framed, honest } from "./framing.ts";
import { hostLines } from "./hosts.ts";
import { method, target } from "./targets.ts";

export interface Request {
  readonly method: string;
  readonly bytes: string;
}

export interface ClientCase {
  readonly secure: boolean;
  readonly requests: readonly Request[];
  /** Where the bytes are cut into writes of their own. */
  readonly cuts: readonly number[];
  /** Bytes that are left out at the end; 0: an ordinary request follows instead. */
  readonly missing: number;
}

const request = (parts: {
  method?: fc.Arbitrary<string>;
  target?: fc.Arbitrary<string>;
  version?: fc.Arbitrary<string>;
  hosts?: fc.Arbitrary<readonly string[]>;
  lines?: fc.Arbitrary<readonly string[]>;
  framed?: fc.Arbitrary<Framed>;
}): fc.Arbitrary<Request> =>
  fc
    .tuple(
      parts.method ?? fc.constantFrom("GET", "POST", "POST"),
      parts.target ?? fc.constantFrom("/api/status", "/push/jmap", "/webhook/tg?k=CANARY", "/reconcile", "/no/such"),
      parts.version ?? fc.constant("HTTP/1.1"),
      parts.hosts ?? fc.constant(["Host: lb.example"]),
      parts.lines ?? fc.constant([]),
      parts.framed ?? honest,
    )
    .map(([verb, path, version, hosts, lines, framed]) => ({
      method: verb,
      bytes: `${verb} ${path} ${version}\r\n${[...hosts, ...lines, ...framed.lines].map((line) => `${line}\r\n`).join("")}\r\n${framed.bytes}`,
    }));

const version = fc.oneof(
  { weight: 15, arbitrary: fc.constant("HTTP/1.1") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "HTTP/1.2", "http/1.1", "HTTP/1.1 ", "", "HTTP/11", "ICY", "\x00"),
  },
);

const clientCase = (requests: fc.Arbitrary<readonly Request[]>, missing: fc.Arbitrary<number> = fc.constant(0)): fc.Arbitrary<ClientCase> =>
  fc.record({
    secure: fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    requests,
    cuts: fc.array(fc.nat(400), { maxLength: 3 }),
    missing,
  });

const several = (one: fc.Arbitrary<Request>): fc.Arbitrary<readonly Request[]> => fc.array(one, { minLength: 1, maxLength: 3 });

/** The kinds of cases, each with what it stresses. */
export const CLIENT_CASES: Readonly<Record<string, fc.Arbitrary<ClientCase>>> = {
  "client: request lines": clientCase(several(request({ method, target, version, hosts: hostLines }))),
  "client: fields": clientCase(several(request({ lines: fieldLines, hosts: hostLines }))),
  "client: framing": clientCase(several(request({ framed: fc.oneof(honest, dishonest), lines: legalLines }))),
  "client: cut short": clientCase(several(request({ target, framed: honest })), fc.integer({ min: 1, max: 300 })),
};

const SENTINEL = "GET /api/status?sentinel HTTP/1.1\r\nHost: lb.example\r\n\r\n";

/** The bytes that a case puts on the wire. */
export function bytesOf({ requests, missing }: ClientCase): Buffer {
  const bytes = Buffer.from(requests.map((one) => one.bytes).join(""), "latin1");
  return missing === 0 ? Buffer.concat([bytes, Buffer.from(SENTINEL)]) : bytes.subarray(0, Math.max(0, bytes.length - missing));
}
