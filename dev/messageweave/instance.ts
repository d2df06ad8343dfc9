// A MessageWeave in miniature: what each route answers. Several instances share one cluster, as real ones share their Redis.
import { type Answer, type Application, content, json, type Question } from "../application.ts";
import { PAGE, PAGE_STYLES, settingsScript } from "./page.ts";

/** What the instances have in common. */
export interface Cluster {
  /** Name of the instance that reconciles right now. */
  lock: string | undefined;
  /** Deliveries that `POST /worker` has not drained yet. */
  readonly queue: string[];
  readonly documents: Map<string, unknown>;
  readonly reconcileMs: number;
}

/** One instance: its name and what it has received. */
export interface Instance {
  readonly name: string;
  readonly cluster: Cluster;
  readonly received: { telegram: number; jmap: number; bytes: number };
}

type Handler = (instance: Instance, question: Question) => Answer | Promise<Answer>;

export const createCluster = (reconcileMs = 5000): Cluster => ({ lock: undefined, queue: [], documents: new Map(), reconcileMs });

export const createInstance = (name: string, cluster: Cluster): Instance => ({
  name,
  cluster,
  received: { telegram: 0, jmap: 0, bytes: 0 },
});

/** Called with every delivery that an instance has taken. */
export type OnTaken = (instance: string, body: Buffer) => void;

/** What an instance serves. */
export const createApplication = (instance: Instance, onTaken?: OnTaken): Application => ({
  answer: async (question) => {
    const handler = HANDLERS[`${question.method} ${question.path}`];
    instance.received.bytes += question.body.length;
    const answer = handler ? await handler(instance, question) : json(404, { error: "no such route", backend: instance.name });
    if (question.method === "POST") onTaken?.(instance.name, question.body);
    return answer;
  },
});

const file =
  (type: string, body: string): Handler =>
  () =>
    content(type, body);

const done =
  (what: string): Handler =>
  (instance) =>
    json(200, { ok: true, [what]: true, backend: instance.name });

/** Takes a delivery: counts it, and queues it for `POST /worker`. */
const delivery =
  (kind: "telegram" | "jmap"): Handler =>
  (instance, { body }) => {
    instance.received[kind]++;
    const id = parsed(body)?.["id"];
    instance.cluster.queue.push(`${kind} ${typeof id === "string" ? id : instance.received[kind]}`);
    return json(200, { ok: true, backend: instance.name, id: id ?? null, bytes: body.length, received: instance.received[kind] });
  };

const read: Handler = (instance, { path }) => json(200, instance.cluster.documents.get(path) ?? {});

const write: Handler = (instance, { path, body }) => {
  const value = parsed(body);
  if (value === undefined) return json(400, { error: "not a JSON object", backend: instance.name });
  instance.cluster.documents.set(path, value);
  return json(200, { ok: true, backend: instance.name, bytes: body.length });
};

function parsed(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const status: Handler = ({ name, received, cluster }) =>
  json(200, { backend: name, received, queued: cluster.queue.length, reconciling: cluster.lock ?? null });

/** A long job that only one instance of the cluster may do at a time. */
const reconcile: Handler = async ({ name, cluster }) => {
  if (cluster.lock !== undefined) return json(409, { error: "already reconciling", by: cluster.lock, backend: name });
  cluster.lock = name;
  try {
    await new Promise((wake) => setTimeout(wake, cluster.reconcileMs).unref());
    return json(200, { ok: true, reconciled: true, backend: name });
  } finally {
    cluster.lock = undefined;
  }
};

const drain: Handler = ({ name, cluster }) => {
  const batch = cluster.queue.splice(0, 10);
  return json(200, { ok: true, backend: name, drained: batch.length, left: cluster.queue.length, batch });
};

const signIn: Handler = ({ name }) =>
  json(
    200,
    { ok: true, backend: name },
    { "set-cookie": ["session=demo; Path=/; Secure; HttpOnly; SameSite=Strict", "theme=plain; Path=/"] },
  );

const signOut: Handler = ({ name }) =>
  json(200, { ok: true, backend: name }, { "set-cookie": "session=; Path=/; Max-Age=0; Secure; HttpOnly" });

const HANDLERS: Readonly<Record<string, Handler>> = {
  "GET /": file("text/html", PAGE),
  "GET /assets/config.js": ({ name }) => content("text/javascript", settingsScript(name)),
  "GET /assets/styles.css": file("text/css", PAGE_STYLES),
  "GET /healthz": (instance) => json(200, { alive: true, backend: instance.name }),
  "GET /ready": (instance) => json(200, { ready: true, backend: instance.name }),
  "GET /api/status": status,
  "GET /api/config": read,
  "PUT /api/config": write,
  "GET /api/business-config": read,
  "PUT /api/business-config": write,
  "GET /api/enabled": read,
  "PUT /api/enabled": write,
  "POST /api/business-config/preflight": (instance, { body }) => json(200, { ok: parsed(body) !== undefined, backend: instance.name }),
  "POST /api/admin/session": signIn,
  "POST /api/admin/session/revoke": signOut,
  "POST /webhook/tg": delivery("telegram"),
  "POST /push/jmap": delivery("jmap"),
  "POST /api/push/register": done("registered"),
  "POST /api/push/disable": done("disabled"),
  "POST /api/telegram/register-webhook": done("registered"),
  "POST /reconcile": reconcile,
  "POST /worker": drain,
};
