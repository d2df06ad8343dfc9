// The pages of the application. Each says which server made it.

/** `content` is HTML. */
const page = (server: string, title: string, content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/styles.css">
<main>
  <h1>${title}</h1>
  <p class="lead">Answered by <b id="server">${server}</b>.</p>
${content}
  <p class="note"><a href="/">Start</a> · <a href="/account">Account</a> · <a href="/socket">WebSocket</a> · <a href="/download">Slow download</a></p>
</main>
</html>
`;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const form = (
  action: string,
  name: string,
  label: string,
  button: string,
): string => `  <form class="buttons" method="post" action="${action}">
    <input id="${name}" name="${name}" aria-label="${label}" placeholder="${label}" required maxlength="200"> <button>${button}</button>
  </form>`;

export const homePage = (server: string): string =>
  page(
    server,
    "One address, two servers",
    `  <p>Fail the primary in the terminal and go on: the replica takes over.</p>
${form("/notes", "note", "A note", "Send it")}
  <p></p>
${form("/login", "user", "Your name", "Sign in")}
  <p></p>`,
  );

export const notePage = (server: string, notes: readonly string[]): string =>
  page(
    server,
    "Noted",
    `  <p>You posted <b id="posted">${escaped(notes.at(-1) ?? "")}</b>, and ${server} took it. Notes so far:</p>
  <ol>${notes
    .slice(-8)
    .map((note) => `<li>${escaped(note)}</li>`)
    .join("")}</ol>`,
  );

export const accountPage = (server: string, user: string | undefined): string =>
  page(
    server,
    "Account",
    user === undefined
      ? `  <p id="account">Nobody is signed in.</p>\n${form("/login", "user", "Your name", "Sign in")}\n  <p></p>`
      : `  <p id="account">Signed in as <b>${escaped(user)}</b>, at whichever server: they share their sessions.</p>
  <form method="post" action="/logout"><button>Sign out</button></form>
  <p></p>`,
  );

export const socketPage = (server: string): string =>
  page(
    server,
    "WebSocket",
    `  <p>An open socket stays with its server. When that falls the socket closes, and this page opens another one.</p>
  <form class="buttons" id="talk"><input id="message" aria-label="Message" value="hello" autocomplete="off"> <button>Say it</button></form>
  <ol id="said" aria-live="polite"></ol>
  <script>
    const list = document.getElementById("said");
    const message = document.getElementById("message");
    let socket;

    function say(text) {
      list.prepend(Object.assign(document.createElement("li"), { textContent: text }));
      while (list.children.length > 12) list.lastChild.remove();
    }

    function open() {
      socket = new WebSocket(location.origin.replace("http", "ws") + "/echo");
      socket.onmessage = ({ data }) => say(data);
      socket.onclose = () => {
        say("closed: again in a second");
        setTimeout(open, 1000);
      };
    }

    document.getElementById("talk").onsubmit = (event) => {
      event.preventDefault();
      if (socket.readyState === WebSocket.OPEN) socket.send(message.value);
      else say("not open yet");
    };
    open();
  </script>`,
  );
