// What the pages of the demonstration servers look like.
export const STYLES = `:root { color-scheme: light dark; --ink: #1d2433; --paper: #f5f6fa; --card: #fff; --line: #dfe3ec; --accent: #3b5bdb; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebf4; --paper: #12151d; --card: #1b202c; --line: #2c3343; --accent: #8ea4ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 42rem; margin: 8vh auto; padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 16px; }
h1 { margin: 0; letter-spacing: -0.02em; }
a { color: var(--accent); }
.lead { margin: 0.25rem 0 1.5rem; opacity: 0.75; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; }
button, input { padding: 0.5rem 1rem; border: 1px solid var(--line); border-radius: 999px; background: none; color: inherit; font: inherit; }
button { cursor: pointer; }
button:hover { border-color: var(--accent); color: var(--accent); }
button[aria-pressed="true"] { background: var(--accent); border-color: var(--accent); color: var(--card); }
ol { list-style: none; margin: 1.5rem 0; padding: 0; min-height: 12rem; font: 14px/1.9 ui-monospace, monospace; }
li { padding: 0 0.75rem; border-left: 4px solid #868e96; }
.note { margin: 0; font-size: 0.875rem; opacity: 0.6; }
`;
