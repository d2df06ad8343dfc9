/** The model of what no redirect may lead to, which shares nothing with the code that it judges. */

function resolveDots(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split("/").slice(1)) {
    if (segment === "..") segments.pop();
    else if (segment !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}${/\/\.\.?$/.test(path) ? "/" : ""}`;
}

/** Whether an origin that decodes, resolves, folds case and cuts parameters, in any order, could read a path as an absent one. */
export function readsAsAbsent(target: string): boolean {
  const seen = new Set<string>();
  const todo = [target.split(/[?#]/)[0] ?? ""];
  for (let path = todo.pop(); path !== undefined && seen.size < 3_000; path = todo.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    if (/^\/(?:debug\/|api\/bootstrap\/?$)/.test(path)) return true;
    todo.push(
      path.toLowerCase(),
      path.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      path.replace(/[\\/]+/g, "/"),
      path.replace(/;[^/]*/g, ""),
      resolveDots(path),
      path.replace(/[?#].*$/s, ""),
    );
  }
  return false;
}
