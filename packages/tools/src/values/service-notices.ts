import { quoted } from "./text.ts";

/** At most this many notices of one subject, each with this many characters. */
const maxNotices = 3;
const maxLength = 300;

/**
 * Notices for every answer about a collection, or about the simulations, which the service sends as
 * the member `notices`, an extension.
 *
 * @param subject what they are about, such as `svc:hotspots`
 */
export function serviceNotices(subject: string, notices: unknown): string[] {
  if (!Array.isArray(notices)) return [];
  const texts = notices.filter((notice) => typeof notice === "string").slice(0, maxNotices);
  return texts.map((text) => `The service says of ${subject}: ${quoted(text, maxLength)}`);
}
