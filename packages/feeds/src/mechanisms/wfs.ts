import type { WfsSource } from "../description/description.ts";
import { isRecord } from "../geojson/read-features.ts";
import { FeedError } from "../values/feed.ts";
import { checkDegrees, readGeoJson } from "./answer.ts";
import { urlWith } from "./placeholders.ts";
import { type Asked, maxListBytes, maxPages, type Rows } from "./rows.ts";

/** The features of a type of a WFS 2.0, page by page in a stable order. */
export class WfsRows implements Rows {
  readonly isUnchanged = false;
  hasMoved = false;
  readonly validators = undefined;
  readonly #source: WfsSource;
  readonly #asked: Asked;
  /** Whether positions are those of the answer, which have to be degrees then. */
  readonly #takesGeometry: boolean;

  constructor(source: WfsSource, asked: Asked, takesGeometry: boolean) {
    this.#source = source;
    this.#asked = asked;
    this.#takesGeometry = takesGeometry;
  }

  async *rows(): AsyncGenerator<unknown, void> {
    const { name, context } = this.#asked;
    const ids = new Set<unknown>();
    let [received, length] = [0, 0];
    let total: number | undefined;
    for (let page = 0; page < maxPages; page++) {
      const answer = await context.request(this.#pageUrl(received), {
        accept: "application/json",
        maxBytes: maxListBytes - length,
      });
      if (answer.kind === "unchanged")
        throw new FeedError("invalid_answer", `${name} answered 304 to no condition`);
      const { features, rest, ...read } = await readGeoJson(name, answer, context.pause);
      if (this.#takesGeometry) checkDegrees(name, rest);
      length += read.length;
      const matched = countOf(rest);
      if (page > 0 && matched !== total) throw this.#moved();
      total = matched;
      for (const feature of features) {
        const id = isRecord(feature) ? (feature.id ?? undefined) : undefined;
        if (id !== undefined && ids.has(id)) throw this.#moved();
        ids.add(id);
        yield feature;
      }
      received += features.length;
      if (total === undefined ? features.length === 0 : received >= total) return;
      if (features.length === 0)
        throw new FeedError(
          "invalid_answer",
          `${name} announced ${total} rows and sent ${received}`,
        );
    }
    throw new FeedError("invalid_answer", `${name} answered more than ${maxPages} pages`);
  }

  #pageUrl(startIndex: number): URL {
    const { url, typeName, sortBy, query = {}, pageSize = 1000 } = this.#source;
    const params = {
      service: "WFS",
      version: "2.0.0",
      request: "GetFeature",
      typeNames: typeName,
      outputFormat: "application/json",
      srsName: "EPSG:4326",
      sortBy,
      count: String(pageSize),
      startIndex: String(startIndex),
      ...query,
    };
    return urlWith(url, params, this.#asked);
  }

  #moved(): FeedError {
    this.hasMoved = true;
    return new FeedError(
      "invalid_answer",
      `${this.#asked.name} changed its list between two pages`,
    );
  }
}

/** How many rows there are in all; undefined where the service does not count them. */
function countOf({ numberMatched, totalFeatures }: Readonly<Record<string, unknown>>) {
  return [numberMatched, totalFeatures].find((each) => typeof each === "number");
}
