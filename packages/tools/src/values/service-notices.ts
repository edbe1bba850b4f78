import { quoted } from "./text.ts";

/** Maximum notices per subject, and characters of each. */
const maxNotices = 5;
const maxLength = 650;

const saying = "The service says of ";

/**
 * Notices for every answer about a collection or the simulations, from the member `notices` that
 * the service may send (an extension).
 *
 * @param subject as it may stand in a sentence, such as `svc:hotspots`
 */
export function serviceNotices(subject: string, notices: unknown): string[] {
  if (!Array.isArray(notices)) return [];
  const texts = notices.filter((notice) => typeof notice === "string").slice(0, maxNotices);
  return texts.map((text) => `${saying}${subject}: ${quoted(text, maxLength)}`);
}

/** Whether a notice is the service's: no other begins so, since texts of the data are quoted. */
export function isOfService(notice: string): boolean {
  return notice.startsWith(saying);
}

/** Characters of an acknowledgement, which only the answer about its collection has whole. */
const maxAcknowledgement = 600;

/**
 * Whom a collection's data come from, for every answer about it.
 *
 * @param sources their names, if the service has them in the member `sources` (an extension)
 * @param attribution their acknowledgement (OGC API – Common)
 */
export function creditNotices(sources: unknown, attribution: unknown): string[] {
  if (!Array.isArray(sources)) return acknowledgement(attribution, maxLength);
  return acknowledgement(sources.filter((name) => typeof name === "string").join("; "), maxLength);
}

/** The acknowledgement in the words of the sources; none if there is no text. */
export function acknowledgement(attribution: unknown, most = maxAcknowledgement): string[] {
  if (typeof attribution !== "string" || attribution.trim() === "") return [];
  return [`Credit: ${quoted(attribution, most)}`];
}

export type LayerName = "hotspots" | "perimeters" | "staticSources";

/** The collection of each layer that the operator chose, by its whole id. */
export type LayerSettings = Readonly<Partial<Record<LayerName, string>>>;
