/** Says what is wrong with a call; the message is for people. */
export class UsageError extends Error {}
