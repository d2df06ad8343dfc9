// A small web application, as each server runs it: what each path answers. Both share one store, as real ones share a database.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, type Application, content, json, type Question } from "../application.ts";
import { STYLES } from "../styles.ts";
import { takeEcho } from "./echo.ts";
import { accountPage, homePage, notePage, socketPage } from "./pages.ts";

/** What the servers have in common. With a session in one server's memory, a failover would sign everybody out. */
export interface Store {
  /** Session → who is signed in. */
  readonly sessions: Map<string, string>;
  readonly notes: string[];
  /** The wait before each piece of a download. */
  readonly pieceMs: number;
}

const PIECES = 20;

type Handler = (server: string, store: Store, question: Question) => Answer;

export const createStore = (pieceMs = 500): Store => ({ sessions: new Map(), notes: [], pieceMs });

/** What a server of this name serves. */
export const createApplication = (name: string, store: Store): Application => ({
  answer: (question) => {
    const method = question.method === "HEAD" ? "GET" : question.method;
    const handler = HANDLERS[`${method} ${question.path}`];
    return handler ? handler(name, store, question) : content("text/plain", `${name} has no such page\n`, 404);
  },
  takeSocket: takeEcho(name),
});

const html = (body: string): Answer => content("text/html", body);

const field = ({ body }: Question, name: string): string => new URLSearchParams(body.toString()).get(name)?.trim().slice(0, 200) ?? "";

const sessionOf = ({ headers }: Question): string => /(?:^|[;,]\s*)session=([\w-]+)/.exec(String(headers["cookie"]))?.[1] ?? "";

/** To a page of its own, by its full address, as many applications do: they know themselves by `Host` and by nothing else. */
const redirect = ({ headers }: Question, path: string, cookie: string): Answer =>
  content("text/plain", "see there\n", 303, { location: `https://${headers["host"]}${path}`, "set-cookie": cookie });

const takeNote: Handler = (server, { notes }, question) => {
  notes.push(field(question, "note"));
  return html(notePage(server, notes));
};

const signIn: Handler = (_server, { sessions }, question) => {
  const session = randomUUID();
  sessions.set(session, field(question, "user") || "somebody");
  return redirect(question, "/account", `session=${session}; Path=/; Secure; HttpOnly; SameSite=Lax`);
};

const signOut: Handler = (_server, { sessions }, question) => {
  sessions.delete(sessionOf(question));
  return redirect(question, "/", "session=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax");
};

/** Of one length each, so that the whole has a known one: without it a download that is cut looks finished to whoever loads it. */
const piece = (n: number, server: string): string => `piece ${String(n).padStart(2)} of ${PIECES}, from ${server}\n`;

async function* pieces(server: string, pieceMs: number): AsyncGenerator<string> {
  for (let n = 1; n <= PIECES; n++) {
    await sleep(pieceMs);
    yield piece(n, server);
  }
}

const download: Handler = (server, { pieceMs }) =>
  content("text/plain", pieces(server, pieceMs), 200, {
    "content-length": String(PIECES * piece(1, server).length),
    "content-disposition": 'attachment; filename="download.txt"',
  });

const HANDLERS: Readonly<Record<string, Handler>> = {
  "GET /": (server) => html(homePage(server)),
  "GET /styles.css": () => content("text/css", STYLES),
  "POST /notes": takeNote,
  "POST /login": signIn,
  "POST /logout": signOut,
  "GET /account": (server, { sessions }, question) => html(accountPage(server, sessions.get(sessionOf(question)))),
  "GET /socket": (server) => html(socketPage(server)),
  "GET /download": download,
  "GET /health": (server) => json(200, { healthy: true, server }),
};
