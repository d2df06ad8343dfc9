// Ports: is this one to be had?
import { createServer } from "node:net";

/** A port that somebody else holds, or that this user may not have. The message is one line, fit to be shown. */
export class PortUnavailable extends Error {
  readonly port: number;

  constructor(port: number, reason: "in use" | "not permitted") {
    super(reason === "in use" ? `port ${port} is already in use` : `port ${port} is not open to this user`);
    this.name = "PortUnavailable";
    this.port = port;
  }
}

/** Rejects with PortUnavailable unless the port is free on both loopback addresses, for browsers may choose either. */
export async function assertFree(port: number): Promise<void> {
  for (const host of ["127.0.0.1", "::1"]) {
    const code = await tryListening(port, host);
    if (code === "EADDRINUSE") throw new PortUnavailable(port, "in use");
    if (code === "EACCES") throw new PortUnavailable(port, "not permitted");
  }
}

/** The error's code, or nothing when listening worked. A machine without IPv6 answers EADDRNOTAVAIL or EAFNOSUPPORT. */
function tryListening(port: number, host: string): Promise<string | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => done(error.code));
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(undefined)));
  });
}

// Below the range that systems hand out by themselves: neither a server that asks for any port nor a connection gets one of these.
const [LOWEST, HIGHEST] = [11_000, 31_000];
const given = new Set<number>();

/** A loopback port at which nothing listens, each given once, for those who cannot be told to choose one and say which. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (given.has(port) || (await tryListening(port, "127.0.0.1")) !== undefined) continue;
    given.add(port);
    return port;
  }
}
