import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { type AllowedAddresses, guardedLookup, RefusedAddress } from "./addresses.ts";

export interface Message {
  /** The same for each attempt. */
  readonly id: string;
  readonly body: string;
}

export interface Target {
  readonly url: string;
  readonly secret: string;
}

/** What came of an attempt. */
export interface Outcome {
  readonly isDelivered: boolean;
  readonly status: number | null;
  /** Why it was not delivered, as a clause of ours; null if it was. */
  readonly reason: string | null;
  /** The wait that the receiver asks for. */
  readonly retryAfterMs?: number;
}

export interface SendOptions {
  readonly addresses: AllowedAddresses;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly userAgent: string;
}

/** Bytes of an answer that are read before its connection is cut. */
const maxAnswerBytes = 4096;
const maxRetryAfterSeconds = 86_400;

/**
 * One attempt to deliver a message, signed after Standard Webhooks. Never rejects. Redirects are
 * failures, and the address is checked where it is connected to.
 */
export async function send(
  { id, body }: Message,
  { url, secret }: Target,
  { addresses, timeoutMs, signal, userAgent }: SendOptions,
): Promise<Outcome> {
  const to = new URL(url);
  // Node looks up no name where the host is an address.
  if (!addresses.mayBeAllowed(to)) return refused(to);
  const isAllowed = (address: string) => addresses.isAllowed(address, to.protocol);
  // Most servers send nothing.
  const { Webhook } = await import("standardwebhooks");
  const at = new Date();
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "user-agent": userAgent,
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, at, body),
  };
  const timeout = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve) => {
    const request = (to.protocol === "https:" ? requestHttps : requestHttp)(
      to,
      {
        method: "POST",
        headers,
        agent: false,
        lookup: guardedLookup(isAllowed),
        signal: AbortSignal.any([timeout, signal]),
      },
      (response) => {
        const { statusCode: status = 0, headers: given } = response;
        const isDelivered = status >= 200 && status < 300;
        const seconds = Number(given["retry-after"]);
        resolve({
          isDelivered,
          status,
          reason: isDelivered ? null : `it answered ${status}`,
          ...(seconds > 0 && { retryAfterMs: Math.min(seconds, maxRetryAfterSeconds) * 1000 }),
        });
        let bytes = 0;
        response.on("error", () => {});
        response.on("data", (piece: Buffer) => {
          bytes += piece.length;
          if (bytes > maxAnswerBytes) response.destroy();
        });
      },
    );
    request.on("error", (error: NodeJS.ErrnoException) => {
      if (error instanceof RefusedAddress) return resolve(refused(to));
      const isLate = timeout.aborted;
      const reason = isLate
        ? `it did not answer within ${timeoutMs / 1000} s`
        : `it could not be reached (${/^[A-Z_]{1,40}$/.exec(error.code ?? "")?.[0] ?? "failed"})`;
      resolve({ isDelivered: false, status: null, reason });
    });
    request.end(body);
  });
}

function refused(to: URL): Outcome {
  return { isDelivered: false, status: null, reason: refusalOf(to) };
}

/** Why nothing is sent to a URL. */
export function refusalOf({ protocol }: URL): string {
  return protocol === "https:"
    ? "its address is private, and the operator does not allow it"
    : "its URL is not https, which only private addresses that the operator allows may have";
}
