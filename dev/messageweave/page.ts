// The page that a demonstration backend serves at `/`, and the two assets that it loads.
import { STYLES } from "../styles.ts";

/** `/assets/config.js`: which backend gave this file. */
export const settingsScript = (backend: string): string => `globalThis.MESSAGEWEAVE = ${JSON.stringify({ backend })};\n`;

export const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>MessageWeave behind its gateway</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/styles.css">
<main>
  <h1>MessageWeave</h1>
  <p class="lead">One address, three backends. Fail one in the terminal and keep asking: the answers go on.</p>
  <p class="buttons">
    <button id="ask">Ask once</button>
    <button id="keep" aria-pressed="false">Keep asking</button>
    <button id="send">Send a webhook</button>
  </p>
  <ol id="answers" aria-live="polite"></ol>
  <p class="note">The settings of this page came from backend <b id="origin">?</b>.</p>
</main>
<script src="/assets/config.js"></script>
<script>
  const list = document.getElementById("answers");
  const keep = document.getElementById("keep");
  let sent = 0;
  let timer;
  document.getElementById("origin").textContent = MESSAGEWEAVE.backend;

  async function show(method, path, body) {
    const started = performance.now();
    let status = "no answer", backend = "–";
    try {
      const response = await fetch(path, { method, body, cache: "no-store" });
      status = response.status;
      backend = response.ok ? (await response.json()).backend : await response.text();
    } catch {}
    const row = document.createElement("li");
    row.dataset.backend = backend;
    for (const text of [method + " " + path, status, backend, Math.round(performance.now() - started) + " ms"]) {
      row.append(Object.assign(document.createElement("span"), { textContent: text }));
    }
    list.prepend(row);
    while (list.children.length > 12) list.lastChild.remove();
  }

  const ask = () => show("GET", "/api/status");
  document.getElementById("ask").onclick = ask;
  document.getElementById("send").onclick = () => show("POST", "/webhook/tg", JSON.stringify({ id: "page-" + ++sent }));
  keep.onclick = () => {
    timer = timer ? clearInterval(timer) : setInterval(ask, 1000);
    keep.setAttribute("aria-pressed", String(Boolean(timer)));
  };
  ask();
</script>
</html>
`;

export const PAGE_STYLES = `${STYLES}li { display: grid; grid-template-columns: 1fr 4rem 5rem 5rem; gap: 0.5rem; }
li span:last-child { text-align: right; opacity: 0.6; }
li[data-backend="A"] { border-color: #1c7ed6; }
li[data-backend="B"] { border-color: #e8590c; }
li[data-backend="C"] { border-color: #2f9e44; }
`;
