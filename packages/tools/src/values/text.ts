import { hiddenCharacters } from "@emberline/settings";
import stripAnsi from "strip-ansi";

/** Text from a feature or the service, without hidden characters, cut to `maxLength` characters. */
export function cleanText(text: string, maxLength = 200): string {
  // The rest of a long text is never shown, so it is not cleaned.
  const start = text.slice(0, maxLength * 10);
  const clean = stripAnsi(start).replace(/\s+/g, " ").replace(hiddenCharacters, "").trim();
  return cut(start.length < text.length ? `${clean}…` : clean, maxLength);
}

/** A sentence is cut between words, where that loses no more than this. */
const maxWordLength = 30;

/** Cuts text to `maxLength` characters, including an ellipsis. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = text.slice(0, maxLength - 1);
  const space = text[maxLength - 1] === " " ? start.length : start.lastIndexOf(" ");
  const isWord = maxLength > 3 * maxWordLength && start.length - space <= maxWordLength;
  // Half a pair is no character, and no URI can have it.
  return `${isWord ? start.slice(0, space) : start.replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Quotes upstream text inside one of our sentences, cleaned and cut. */
export function quoted(text: string, maxLength = 120): string {
  return JSON.stringify(cleanText(text, maxLength));
}

/** Ids of the interface, with the name of one of several services: our own words. */
const ownId =
  /^(?:[a-z0-9]{1,20}:)?svc:(?:hotspots|satellite-perimeters|static-heat-sources|incidents|evacuation-zones|assets)$|^simulations$/;

/** A collection inside one of our sentences: its id, quoted unless the interface defines it. */
export function named(id: string): string {
  return ownId.test(id) ? id : quoted(id, 100);
}

const maxNameLength = 60;

/**
 * Lists names from the data in a sentence, each quoted: at most `most`, and how many more there
 * are. Texts that are no names, with spaces or too long, come apart at the end.
 */
export function listNames(names: readonly string[], most = 40): string {
  const isName = (name: string) => name.length <= maxNameLength && !/\s/.test(name);
  const shown = [...names.filter(isName), ...names.filter((name) => !isName(name))].slice(0, most);
  const list = (each: readonly string[]) =>
    each.map((name) => quoted(name, maxNameLength)).join(", ");
  const others = list(shown.filter((name) => !isName(name)));
  const all = [list(shown.filter(isName)), others && `texts that are no names: ${others}`];
  const more = names.length - most;
  return all.filter(Boolean).join("; ") + (more > 0 ? `, … (${more} more)` : "");
}

/** The path and query of a request: only the operator knows where the service is. */
export function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, "");
}

const address = /( at )?https?:\/\/[\w:@%[\]-]+(?:\.[\w:@%[\]-]+)*(\/[^\s"'<>]*)?/gi;

/** Addresses of IP, and names with a port, which is no year: `db:5432`. Not parts of paths. */
const machine =
  /(?<![/\w.-])(?:\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|\[(?:[\da-f]*:){2,}[\da-f.]*\](?::\d+)?|[a-z][\w.-]*:(?!(?:19|20)\d\d\b)\d{4,5})(?!\w|\.\d)/gi;

/**
 * A message to a caller with its URLs cut to their paths, and without the host of the service or
 * the machines behind it, which a message of it may name: only the operator knows where they are.
 *
 * @param url of the request that failed
 */
export function withoutAddresses(message: string, url: string | undefined): string {
  const paths = message.replace(address, (_, at, path = "the service") =>
    at === undefined ? path : "",
  );
  const host = url === undefined || !URL.canParse(url) ? "" : new URL(url).host;
  // A plain name may also be a word.
  const named = /[.:]/.test(host) ? paths.replaceAll(host, "the service") : paths;
  return named.replace(machine, "the service");
}

/** Arguments to send instead of those that were wrong; null leaves one out. */
export type Offered = Readonly<Record<string, unknown>>;

/**
 * The sentence by which an error offers corrected arguments, as JSON to copy.
 *
 * @example
 * offer({ bbox: [112, -44, 154, -10] }); // 'Try {"bbox":[112,-44,154,-10]}.'
 */
export function offer(offered: Offered | readonly Offered[]): string {
  const all = [offered].flat().map((each) => JSON.stringify(each));
  return `Try ${all.join(" or ")}.`;
}
