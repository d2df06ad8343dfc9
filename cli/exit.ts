/** How a command ends. The numbers are the contract with scripts and CI. */

/** `check` and `status` say with 0 and 1 what they found; 2 is that they could not find out, or found nothing up. */
export type ExitCode = 0 | 1 | 2;

/**
 * Something that the person at the keyboard can put right. Shown as one line, without a stack, and the exit code is 2.
 * The message says what is wrong and the way out, and repeats no value that may be a secret.
 */
export class UsageError extends Error {}
