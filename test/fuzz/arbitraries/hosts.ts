/** Names for whom a request is meant. One character per byte. */
import fc from "fast-check";

/** `Host` lines: one good one nearly always. */
export const hostLines: fc.Arbitrary<readonly string[]> = fc.oneof(
  { weight: 12, arbitrary: fc.constant(["Host: lb.example"]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        "",
        " ",
        "[",
        "[::1]",
        "[::1]:8443",
        "a:99999",
        "a:b",
        "u:p@evil.example",
        "a/api/config?",
        "a b",
        "a\tb",
        "xn--a",
        "%41",
        "1",
        "0x7f.1",
        "..",
        "\xff",
        "\xc3\xa9",
        "a#b",
        "a?b",
        "a\\b",
        "evil.example:80",
        ":443",
        "https://evil.example",
        "x".repeat(300),
        "a,b",
      ].map((value) => [`Host: ${value}`]),
      [],
      ["Host: lb.example", "Host: evil.example"],
      ["hOST: lb.example"],
    ),
  },
);
