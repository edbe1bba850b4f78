import type { FeedAnswer, FeedRequest } from "../../src/index.ts";
import { answerOf, squareAt } from "./wfigs-service.ts";

export interface FedsItem {
  readonly type: "Feature";
  readonly id: string;
  readonly geometry: unknown;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A row of a fire at a time step such as `2026-07-30T00:00:00`. */
export function fedsItem(
  fire: number,
  step: string,
  properties: Readonly<Record<string, unknown>> = {},
  region = "CONUS",
): FedsItem {
  const primarykey = `${region}|${fire.toFixed(1)}|${step}`;
  return {
    type: "Feature",
    id: primarykey,
    geometry: squareAt(fire),
    properties: {
      fireid: fire,
      primarykey,
      t: step,
      duration: 3.5,
      farea: 12.25,
      fperim: 14.5,
      flinelen: 2.5,
      n_pixels: 90,
      n_newpixels: 7,
      pixden: 7.3,
      meanfrp: 4.25,
      isactive: 1,
      region,
      ...properties,
    },
  };
}

/** A service of tipg with one collection, and the URLs it was asked for. */
export class FedsService {
  items: readonly FedsItem[];
  readonly urls: URL[] = [];
  before: (url: URL, request: number) => FeedAnswer | undefined = () => undefined;

  constructor(items: readonly FedsItem[]) {
    this.items = items;
  }

  readonly request: FeedRequest = async (url) => {
    this.urls.push(url);
    const other = this.before(url, this.urls.length);
    if (other) return other;
    const query = (name: string) => url.searchParams.get(name) ?? "";
    const [start, end] = query("datetime").split("/");
    const times = [start!, end === ".." ? "9999" : end!];
    const found = this.items.filter(({ properties: { t } }) => {
      const time = `${String(t)}Z`;
      return time >= times[0]! && time <= times[1]!;
    });
    const [limit, offset] = [Number(query("limit")), Number(query("offset"))];
    const features = found.slice(offset, offset + limit);
    // As behind a proxy: another scheme and host.
    const next = new URL(`http://internal.test/items?offset=${offset + limit}`);
    return answerOf(
      JSON.stringify({
        type: "FeatureCollection",
        numberMatched: found.length,
        numberReturned: features.length,
        links: offset + features.length < found.length ? [{ rel: "next", href: next }] : [],
        features,
      }),
    );
  };
}
