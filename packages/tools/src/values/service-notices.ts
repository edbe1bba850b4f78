import { quoted } from "./text.ts";

/** Maximum notices per subject, and characters of each. */
const maxNotices = 3;
const maxLength = 300;

/**
 * Notices for every answer about a collection or the simulations, from the member `notices` that
 * the service may send (an extension).
 *
 * @param subject such as `svc:hotspots`
 */
export function serviceNotices(subject: string, notices: unknown): string[] {
  if (!Array.isArray(notices)) return [];
  const texts = notices.filter((notice) => typeof notice === "string").slice(0, maxNotices);
  return texts.map((text) => `The service says of ${subject}: ${quoted(text, maxLength)}`);
}

/** The credit that the source of a collection asks for (OGC API – Common, `attribution`). */
export function creditNotices(subject: string, attribution: unknown): string[] {
  if (typeof attribution !== "string" || attribution.trim() === "") return [];
  return [`Credit for ${subject}: ${quoted(attribution, maxLength)}`];
}
