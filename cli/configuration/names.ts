/** Names that stand in a configuration, as far as they may be shown: a secret on a line of its own, `c2VjcmV0=`, reads as one. */

/** Words of letters with a digit here and there, as people name a variable or an environment. */
const WORDS = /^(?=.{1,50}$)(?:[A-Z\d]+|[a-z\d]+|[A-Za-z]{1,24})(?:[_.-]+(?:[A-Z\d]+|[a-z\d]+|[A-Za-z]{1,24}))*$/;

/** The most digits that a name has; a token of some length has more, or has them between letters of both cases. */
const MOST_DIGITS = 4;

/** The name, or how long it is. */
export function shownName(name: string): string {
  const isName = WORDS.test(name.replace(/^_+|_+$/g, "")) && name.replace(/\D/g, "").length <= MOST_DIGITS;
  return isName ? name : `(a name of ${name.length} characters)`;
}
