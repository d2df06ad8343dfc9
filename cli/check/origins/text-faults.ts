/** Why a text is no origin: every reason that it has, without a word of it. That it is none is the engine's to say. */

export type TextCode =
  | "origin-empty"
  | "origin-credentials"
  | "origin-not-https"
  | "origin-path"
  | "origin-query"
  | "origin-fragment"
  | "origin-spelling";

export interface TextFault {
  readonly code: TextCode;
  /** As in "it has a path". */
  readonly words: string;
}

interface Parts {
  readonly text: string;
  /** Without what `URL` drops: tabs and line ends anywhere, white space at both ends. */
  readonly cleaned: string;
  /** In lower case. */
  readonly scheme: string | undefined;
  readonly slashes: string;
  readonly authority: string;
  readonly path: string;
  /** The query and the fragment with their marks. */
  readonly rest: string;
}

type Test = (parts: Parts) => boolean;

/** In the order in which they count: the first gives a finding its code. */
const FAULTS: readonly (readonly [TextCode, string, Test])[] = [
  ["origin-credentials", "it has a user name or a password", ({ authority, text }) => authority.includes("@") || isUnreadableWithAt(text)],
  ["origin-not-https", "it does not begin with https://", ({ scheme }) => scheme === undefined],
  ["origin-not-https", "it is http: and not https:", ({ scheme }) => scheme === "http"],
  ["origin-not-https", "its scheme is not https:", ({ scheme }) => scheme !== undefined && !/^https?$/.test(scheme)],
  ["origin-path", "it has a path", ({ path }) => path.length > 1],
  ["origin-query", "it has a query", ({ rest }) => rest.startsWith("?")],
  ["origin-fragment", "it has a fragment, which begins with #", ({ rest }) => rest.includes("#")],
];

/** What `URL` forgives, or cannot read. The first that applies is told. */
const SPELLINGS: readonly (readonly [string, Test])[] = [
  ["there are spaces, tabs or line ends in it", ({ text }) => /\s/.test(text)],
  ["there are characters in it that nobody sees", ({ text }) => /[\p{Cc}\p{Cf}]/u.test(text)],
  ["there is a backslash in it", ({ text }) => text.includes("\\")],
  ["https: is not followed by two slashes", ({ scheme, slashes }) => scheme !== undefined && slashes !== "//"],
  ["it has no host", ({ authority }) => /^(?::\d*)?$/.test(authority)],
  ["there is an address in square brackets that is no IPv6 address", ({ authority }) => /[[\]]/.test(authority) && !hasBadPort(authority)],
  ["its port is no number from 1 to 65535 without zeros before it", ({ authority }) => hasBadPort(authority)],
  ["there is a percent sign in the host", ({ authority }) => authority.includes("%")],
  [
    "its host is a number, which would be read as an IP address",
    ({ authority }) => /(?:^|\.)(?:\d+|0x[\da-f]*)\.?(?::\d+)?$/i.test(authority),
  ],
  [
    "there are characters in the host that look like others",
    ({ authority }) => /[^\0-\x7f]/.test(authority) && authority !== authority.normalize("NFKC"),
  ],
];

/** All that is wrong with a text that the engine does not accept. */
export function faultsOf(text: string): readonly [TextFault, ...TextFault[]] {
  if (text.trim() === "") return [{ code: "origin-empty", words: "there is nothing in it" }];
  const parts = partsOf(text);
  const found = FAULTS.filter(([, , test]) => test(parts)).map(([code, words]): TextFault => ({ code, words }));
  // Of several addresses, or of one with a password in it, the other parts are not where they seem to be.
  if (found[0]?.code === "origin-credentials") return [found[0]];
  if (isSeveral(text)) return [SEVERAL];
  const spelling = SPELLINGS.find(([, test]) => test(parts))?.[0];
  const [first, ...rest] = spelling === undefined ? found : [...found, { code: "origin-spelling", words: spelling } satisfies TextFault];
  return first === undefined ? [{ code: "origin-spelling", words: "its host is none that can be read" }] : [first, ...rest];
}

/** Addresses in one text, where each is an entry of its own. */
export const SEVERAL: TextFault = { code: "origin-spelling", words: "there are several addresses in one text" };

/** A separator and another scheme, or a comma where the host is. */
const isSeveral = (text: string): boolean => /\S[\s,;|]+(?:https?:)?\/\/\S|^(?:[a-z]+:\/\/)?[^/?#,;|]+[,;|]\s*\w/i.test(text);

function partsOf(text: string): Parts {
  const cleaned = text.replace(/[\t\n\r]/g, "").replace(/^[\0-\x20]+|[\0-\x20]+$/g, "");
  const found = /^(?:([a-z][a-z\d+.-]*):(?=[/\\])|(https?):)?([/\\]*)([^/\\?#]*)([^?#]*)(.*)$/is.exec(cleaned);
  const [, scheme, bare, slashes = "", authority = "", path = "", rest = ""] = found ?? [];
  return { text, cleaned, scheme: (scheme ?? bare)?.toLowerCase(), slashes, authority, path, rest };
}

/** A password with a slash in it ends the authority early; what is left has no port that could be one. */
const isUnreadableWithAt = (text: string): boolean => text.includes("@") && !URL.canParse(text);

function hasBadPort(authority: string): boolean {
  const port = /:([^:\]]*)$/.exec(authority.replace(/^\[[^\]]*\]/, ""))?.[1];
  return port !== undefined && (!/^[1-9]\d*$/.test(port) || Number(port) > 65_535);
}
