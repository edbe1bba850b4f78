import type { FeedAnswer, FeedContent, FeedRequest } from "../../src/index.ts";

/** A feature as ArcGIS sends it. */
export interface WfigsRow {
  readonly type: "Feature";
  readonly id?: number;
  readonly geometry: unknown;
  readonly properties: Readonly<Record<string, unknown>>;
}

const square = [
  [-120, 40],
  [-119.9, 40],
  [-119.9, 40.1],
  [-120, 40.1],
  [-120, 40],
];

export const may = Date.UTC(2026, 4, 1);
export const july = Date.UTC(2026, 6, 30, 6, 15);

export function irwinOf(number: number): string {
  return `{7A5E39B2-93C1-4C6F-8F5E-${String(number).padStart(12, "0")}}`;
}

/** A row of a fire, with an outline of its own. */
export function wfigsRow(
  number: number,
  properties: Readonly<Record<string, unknown>> = {},
  geometry: unknown = squareAt(number),
): WfigsRow {
  return {
    type: "Feature",
    id: number,
    geometry,
    properties: {
      OBJECTID: number,
      poly_IncidentName: `Fire ${number}`,
      poly_IRWINID: irwinOf(number),
      poly_PolygonDateTime: july,
      poly_DateCurrent: july + 60_000,
      poly_GISAcres: 21_000.5,
      poly_SourceGlobalID: `{${number}}`,
      attr_IrwinID: irwinOf(number),
      attr_IncidentName: `Fire ${number}`,
      attr_UniqueFireIdentifier: `2026-ORPRD-${String(number).padStart(6, "0")}`,
      attr_IncidentTypeCategory: "WF",
      attr_POOState: "US-OR",
      attr_PercentContained: 10,
      attr_FireDiscoveryDateTime: may,
      attr_ModifiedOnDateTime_dt: july + 120_000,
      ...properties,
    },
  };
}

export function squareAt(number: number) {
  return { type: "Polygon", coordinates: [square.map(([x, y]) => [x! + (number % 50), y])] };
}

/** Text as the answer of a request, in pieces. */
export function answerOf(text: string, answer: Partial<FeedContent> = {}): FeedContent {
  return {
    kind: "content",
    status: 200,
    mediaType: "application/geo+json",
    validators: {},
    retryAfterMs: undefined,
    body: piecesOf(text),
    ...answer,
  };
}

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 1000) yield text.slice(at, at + 1000);
}

export interface ServiceOptions {
  /** The most rows of a page. */
  readonly maxRecords?: number;
  /** Where the answer says that there is more. */
  readonly flag?: "top" | "properties";
}

/** A service that pages through rows, and the URLs it was asked for. */
export class WfigsService {
  rows: readonly WfigsRow[];
  readonly urls: URL[] = [];
  readonly #options: ServiceOptions;
  /** Called before each answer; its result, if any, is the answer. */
  before: (page: number) => FeedAnswer | undefined = () => undefined;

  constructor(rows: readonly WfigsRow[], options: ServiceOptions = {}) {
    this.rows = rows;
    this.#options = options;
  }

  readonly request: FeedRequest = async (url) => {
    this.urls.push(url);
    const other = this.before(this.urls.length);
    if (other) return other;
    const { maxRecords = 2000, flag = "top" } = this.#options;
    const offset = Number(url.searchParams.get("resultOffset"));
    const count = Math.min(Number(url.searchParams.get("resultRecordCount")), maxRecords);
    const features = this.rows.slice(offset, offset + count);
    const more = offset + count < this.rows.length && { exceededTransferLimit: true };
    const members = flag === "top" ? { ...more } : more ? { properties: more } : {};
    return answerOf(JSON.stringify({ type: "FeatureCollection", ...members, features }));
  };
}
