/** Attempts to leave HTTP/1.1, and answers to them. One character per byte. */
import fc from "fast-check";

const upgrade = fc.constantFrom(
  "websocket",
  "WebSocket",
  "websocket, h2c",
  "h2c",
  "websocket/13",
  "\xff",
  "",
  "TLS/1.0",
  "websocket\r\nUpgrade: websocket",
);
const connection = fc.constantFrom(
  "Upgrade",
  "upgrade, keep-alive",
  "close",
  "Upgrade, Sec-WebSocket-Key",
  "",
  "Upgrade, HTTP2-Settings",
  "keep-alive",
);
const key = fc.constantFrom(
  ...[
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Key: x",
    "Sec-WebSocket-Key:",
    "Sec-WebSocket-Key: a\r\nSec-WebSocket-Key: b",
    "X-No: key",
    "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
  ],
);
const version = fc.constantFrom(
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Version: 8",
  "Sec-WebSocket-Version: 13, 8",
  "X-No: version",
  "Sec-WebSocket-Version: -1",
);
const extra = fc.constantFrom(
  "",
  "Sec-WebSocket-Protocol: a, b\r\n",
  'Sec-WebSocket-Extensions: permessage-deflate; x="\r\n',
  "Content-Length: 5\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Expect: 100-continue\r\n",
);

/** A request that asks for another protocol, and bytes behind it. */
export const handshake: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("GET", "GET", "GET", "POST", "HEAD"),
    fc.constantFrom("/api/status", "/ws", "/push/jmap"),
    upgrade,
    connection,
    key,
    version,
    extra,
    fc.constantFrom("", "\x81\x00", "\x81\xff", "hello", "0\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  )
  .map(
    ([method, path, to, through, secret, number, more, behind]) =>
      `${method} ${path} HTTP/1.1\r\nHost: lb.example\r\nUpgrade: ${to}\r\nConnection: ${through}\r\n${secret}\r\n${number}\r\n${more}\r\n${behind}`,
  );

/** What the origin says to that. */
export const handshakeAnswer: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("101 Switching Protocols", "101 ", "101", "200 OK", "426 Upgrade Required", "204 No Content", "500 No", "100 Continue"),
    fc.constantFrom("Upgrade: websocket\r\n", "Upgrade: h2c\r\n", "Upgrade: \xff\r\n", ""),
    fc.constantFrom("Connection: Upgrade\r\n", "Connection: close\r\n", ""),
    fc.constantFrom(
      "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n",
      "Sec-WebSocket-Accept: x\r\n",
      "Sec-WebSocket-Extensions: permessage-deflate\r\n",
      "",
    ),
    fc.constantFrom("", "Content-Length: 2\r\n", "Transfer-Encoding: chunked\r\n"),
    fc.constantFrom("", "\x81\x02hi", "\x88\x02\x03\xe8", "\xff\xff\xff", "ok", "\x81\x7f\xff\xff\xff\xff\xff\xff\xff\xff"),
  )
  .map(([status, ...parts]) => {
    const behind = parts.pop() ?? "";
    return `HTTP/1.1 ${status}\r\n${parts.join("")}\r\n${behind}`;
  });
