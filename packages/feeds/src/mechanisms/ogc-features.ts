import type { OgcSource } from "../description/description.ts";
import { envelopeOf } from "../geojson/envelope.ts";
import { isRecord } from "../geojson/read-features.ts";
import { FeedError } from "../values/feed.ts";
import { readGeoJson } from "./answer.ts";
import { urlWith } from "./placeholders.ts";
import { type Asked, maxListBytes, maxPages, type Rows } from "./rows.ts";

/** The items of a collection of OGC API Features, by their links to the next page. */
export class OgcRows implements Rows {
  readonly isUnchanged = false;
  hasMoved = false;
  readonly validators = undefined;
  readonly #source: OgcSource;
  readonly #asked: Asked;

  constructor(source: OgcSource, asked: Asked) {
    this.#source = source;
    this.#asked = asked;
  }

  async *rows(): AsyncGenerator<unknown, void> {
    const { name, context } = this.#asked;
    let url = this.#firstUrl();
    const asked = new Set<string>();
    let [received, length] = [0, 0];
    let matched: unknown;
    while (asked.size < maxPages) {
      asked.add(url.href);
      const answer = await context.request(url, {
        accept: "application/geo+json, application/json",
        maxBytes: maxListBytes - length,
      });
      if (answer.kind === "unchanged")
        throw new FeedError("invalid_answer", `${name} answered 304 to no condition`);
      const page = await readGeoJson(name, answer, context.pause);
      length += page.length;
      if (asked.size > 1 && page.rest.numberMatched !== matched) throw this.#moved();
      matched = page.rest.numberMatched;
      yield* page.features;
      received += page.features.length;
      const next = nextOf(page.rest, url);
      if (!next) {
        if (typeof matched === "number" && received < matched)
          throw new FeedError(
            "invalid_answer",
            `${name} announced ${matched} rows and sent ${received}, without a link to more`,
          );
        return;
      }
      if (page.features.length === 0 || asked.has(next.href))
        throw new FeedError("invalid_answer", `${name} announced more rows and sent none`);
      if (next.origin !== url.origin)
        throw new FeedError(
          "invalid_answer",
          `${name} links to more rows on another host, which is not followed`,
        );
      url = next;
    }
    throw new FeedError("invalid_answer", `${name} answered more than ${maxPages} pages`);
  }

  #firstUrl(): URL {
    const { url, query = {}, pageSize = 1000 } = this.#source;
    const bbox = envelopeOf(this.#asked.areas);
    return urlWith(url, { limit: String(pageSize), ...(bbox && { bbox }), ...query }, this.#asked);
  }

  #moved(): FeedError {
    this.hasMoved = true;
    return new FeedError(
      "invalid_answer",
      `${this.#asked.name} changed its list between two pages`,
    );
  }
}

function nextOf({ links }: Readonly<Record<string, unknown>>, from: URL): URL | undefined {
  if (!Array.isArray(links)) return undefined;
  const next = links.find((link) => isRecord(link) && link.rel === "next");
  const href: unknown = next?.href;
  if (typeof href !== "string" || !URL.canParse(href, from)) return undefined;
  const url = new URL(href, from);
  // Behind a proxy, services name themselves without TLS.
  if (url.protocol === "http:" && from.protocol === "https:" && url.host === from.host)
    url.protocol = "https:";
  return url;
}
