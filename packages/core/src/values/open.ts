/** Keeps the known words in completion, and allows any other word of the service. */
export type Open<Known extends string> = Known | (string & {});
