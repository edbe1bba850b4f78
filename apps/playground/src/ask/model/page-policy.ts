import { ModelError } from "./model-error.ts";

/** Hosts of this machine that the page's policy always allows. */
const thisMachine = ["localhost", "127.0.0.1"];

/**
 * Refuses a model that the page's content security policy keeps it from, before a browser refuses
 * it without a reason.
 *
 * @param chatOrigins what the server says it allows; null if it did not say
 * @throws {ModelError} when the page may not call it
 */
export function checkPolicy(baseUrl: string, chatOrigins: readonly string[] | null): void {
  const { protocol, hostname, origin } = new URL(baseUrl);
  const isHere = protocol === "http:" && thisMachine.includes(hostname);
  if (chatOrigins === null || isHere || origin === globalThis.location?.origin) return;
  if (chatOrigins.includes("*") || chatOrigins.includes(origin)) return;
  throw new ModelError(
    `This page may not call ${origin}: start the Emberline server with EMBERLINE_CHAT_ORIGINS=${origin}, or use a model on this machine.`,
  );
}
