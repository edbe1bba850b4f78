/** Completes the known words in editors, and allows any other word of the service. */
export type Open<Known extends string> = Known | (string & {});
