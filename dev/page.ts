// The page that a demonstration backend serves at `/`, and the two assets that it loads.

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

export const STYLES = `:root { color-scheme: light dark; --ink: #1d2433; --paper: #f5f6fa; --card: #fff; --line: #dfe3ec; --accent: #3b5bdb; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebf4; --paper: #12151d; --card: #1b202c; --line: #2c3343; --accent: #8ea4ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 42rem; margin: 8vh auto; padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 16px; }
h1 { margin: 0; letter-spacing: -0.02em; }
.lead { margin: 0.25rem 0 1.5rem; opacity: 0.75; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; }
button { padding: 0.5rem 1rem; border: 1px solid var(--line); border-radius: 999px; background: none; color: inherit; font: inherit; cursor: pointer; }
button:hover { border-color: var(--accent); color: var(--accent); }
button[aria-pressed="true"] { background: var(--accent); border-color: var(--accent); color: var(--card); }
ol { list-style: none; margin: 1.5rem 0; padding: 0; min-height: 12rem; font: 14px/1.9 ui-monospace, monospace; }
li { display: grid; grid-template-columns: 1fr 4rem 5rem 5rem; gap: 0.5rem; padding: 0 0.75rem; border-left: 4px solid #868e96; }
li span:last-child { text-align: right; opacity: 0.6; }
li[data-backend="A"] { border-color: #1c7ed6; }
li[data-backend="B"] { border-color: #e8590c; }
li[data-backend="C"] { border-color: #2f9e44; }
.note { margin: 0; font-size: 0.875rem; opacity: 0.6; }
`;
