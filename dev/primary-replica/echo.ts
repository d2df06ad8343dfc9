// The WebSocket of the application, at `/echo`: it says who it is, and says everything again.

import { type RawData, WebSocketServer } from "ws";
import type { Application } from "../application.ts";

const PATH = "/echo";

/** Takes connections over for a server of this name. */
export function takeEcho(name: string): NonNullable<Application["takeSocket"]> {
  const server = new WebSocketServer({ noServer: true, maxPayload: 65_536 });
  return (request, socket, head, isSilent) => {
    if (new URL(request.url ?? "/", "https://server.invalid").pathname !== PATH) {
      socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    server.handleUpgrade(request, socket, head, (opened) => {
      opened.on("error", () => {}); // such as a frame that is too long: it is closed, and that is all
      opened.on("message", (data: RawData) => {
        if (!isSilent()) opened.send(`${name} echoes: ${String(data)}`);
      });
      opened.send(`you talk to ${name}`);
    });
  };
}
