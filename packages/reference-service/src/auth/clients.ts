import { createHash, timingSafeEqual } from "node:crypto";
import { type ApiClient, DEFAULT_ORGANIZATION } from "../options.ts";
import type { Caller } from "./tokens.ts";

/** The API clients of the service. */
export class Clients {
  #clients: ApiClient[];

  constructor(clients: ApiClient[]) {
    this.#clients = clients;
  }

  /** The caller behind an id and its secret; undefined when either is wrong. */
  authenticate(id: string, secret: string): Caller | undefined {
    const client = this.#clients.find((candidate) => candidate.id === id);
    // An unknown id takes as long as a wrong secret.
    const isRight = sameText(secret, client?.secret ?? "");
    if (!client || !isRight) return undefined;
    return { clientId: client.id, organization: client.organization ?? DEFAULT_ORGANIZATION };
  }
}

/** Compares in a time that tells nothing about where two texts differ, nor their lengths. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
