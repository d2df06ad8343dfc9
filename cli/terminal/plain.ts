/** Text of others, fit for a terminal. */

/** What moves the cursor, hides or turns round becomes `?`; a space stays one. */
export const plain = (text: string): string => text.replace(/[\p{C}\p{Z}]/gu, (character) => (character === " " ? character : "?"));
