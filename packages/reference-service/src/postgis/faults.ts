import { Problem } from "../values/problems.ts";
import { partAwayOf } from "./part-away.ts";

const retryAfterSeconds = "5";

/** Errors of the connection become an answer that clients can act on. */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = (error as { code?: unknown } | null)?.code;
    if (typeof code !== "string" || error instanceof Problem) throw error;
    if (code === "57014") throw tooSlow();
    const part = partAwayOf(error as object);
    if (part) throw part;
    if (isFull(error)) throw full();
    if (isAway(error)) throw away(error);
    if (code === "25006") throw new Error(takesNoChanges);
    if (isRefusedCertificate(code)) throw new Error(refusedCertificate(code));
    throw error;
  }
}

/** Before PostgreSQL 16, a new connection that finds the disk full has a code for anything. */
function isFull(error: unknown): boolean {
  const code = codeOf(error);
  return code === "53100" || (code === "XX000" && /could not write init file/.test(String(error)));
}

/** Codes of Node, of the driver, and classes 08, 53 and 57P of PostgreSQL. */
export function isAway(error: unknown): boolean {
  return /^(CONNECT|E[A-Z]+$|EAI_|08|53|57P)/.test(codeOf(error));
}

/** A wrong password or user, or no such database. */
export function isRefusal(error: unknown): boolean {
  return /^(28|3D)/.test(codeOf(error));
}

/** A replica ended the reading, since it had to apply a change that removes what was being read. */
export function isConflict(error: unknown): boolean {
  return codeOf(error) === "40001";
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code);
}

export const takesNoChanges =
  "The database of the store is a replica, which takes no changes: name its primary.";

/** Codes of OpenSSL and of Node for a certificate that was not accepted. */
function isRefusedCertificate(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|^ERR_TLS_/.test(code);
}

function refusedCertificate(code: string): string {
  return `The certificate of the database was refused (${code}): it must name the host of the URL, and be signed by a known authority; name the file of your own authority in NODE_EXTRA_CA_CERTS.`;
}

function full(): Problem {
  const message =
    "The disk of the database is full, so that this change was not stored: its operator has to make room.";
  return new Problem(503, "database-full", message, { "Retry-After": "60" });
}

function away(cause: unknown): Problem {
  const message = "The database of this service cannot be reached at the moment; try again later.";
  const problem = new Problem(503, "database-away", message, { "Retry-After": retryAfterSeconds });
  problem.cause = cause;
  return problem;
}

/** What callers are not told: a code, or the sentence of the server. Null unless it is away. */
export function awayReason(error: unknown): string | null {
  if (!(error instanceof Problem && error.code === "database-away")) return null;
  const { cause } = error;
  return cause instanceof Error && cause.name === "PostgresError" ? cause.message : codeOf(cause);
}

/** For the operator, an error says why the database is away. */
export async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const reason = awayReason(error);
    if (reason === null) throw error;
    throw new Error(
      `The database of the store cannot be reached (${reason}): start it, or correct its URL.`,
    );
  }
}

/** 503: the time for a selection is up. */
export function tooSlow(): Problem {
  const message =
    "The selection takes the database too long; ask for a smaller area, a shorter time or a simpler filter.";
  return new Problem(503, "too-slow", message, { "Retry-After": "60" });
}
