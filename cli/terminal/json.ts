/** JSON that is safe to look at. */

/** What JSON leaves as it is and a terminal obeys or hides: DEL, C1 controls, marks of direction, and what is no character. */
const UNSEEN = /[^\P{C}\n]|[\u2028\u2029]/gu;

/** The same value to whoever parses it: those characters are escaped. On one line, unless `indent` says how many spaces. */
export const jsonText = (value: unknown, indent?: number): string => JSON.stringify(value, null, indent).replace(UNSEEN, escaped);

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`).join("");
