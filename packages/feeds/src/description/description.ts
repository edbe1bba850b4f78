import type { Credit, Layer } from "../values/feed.ts";
import {
  type Check,
  Faults,
  listOf,
  mapOf,
  member,
  number,
  object,
  oneOf,
  text,
} from "./checks.ts";

/** A feed in a file: where its rows are, and what they mean. */
export interface Description {
  readonly name: string;
  readonly title: string;
  readonly layer: Exclude<Layer, "staticHeatSources">;
  readonly source: Source;
  /** Parts of what identifies a feature; of alternatives, the first that a row has. */
  readonly id: readonly Field[];
  /** For rows that lack these: the first of which a row has all parts, in whatever case. */
  readonly otherIds?: readonly (readonly Field[])[];
  /** What ids begin with; default the name. */
  readonly idPrefix?: string;
  /**
   * Of rows with one id the newest counts (the default), or each outline is a feature; as a
   * history, each outline and time of a fire is one, and those that it had before stay.
   */
  readonly sameId?: "newest" | "each" | "history";
  /** Of a history: when the outline was edited, which orders outlines of one time. */
  readonly edited?: Field;
  /** Of a history: when the facts of a row were changed; an older row changes nothing. */
  readonly modified?: Field;
  /** The time of a feature; of alternatives, the first that a row has. */
  readonly time?: Field;
  /** How times are written: ISO 8601, epoch seconds or milliseconds, or as `DD/MM/YYYY HH:mm`. */
  readonly timeForm?: string;
  /** Where a row has its geometry, in order; default that of the GeoJSON feature. */
  readonly geometry?: readonly GeometryFrom[];
  /** What our properties are of the source's fields. */
  readonly properties: Readonly<Record<string, Value>>;
  /** Also all other fields of a row, as they are. */
  readonly others?: boolean;
  /** Rows with these values count, and no others; null for no value. */
  readonly keep?: Values;
  /** Rows with these values do not count. */
  readonly drop?: Values;
  /** Fields that say from when until when a row holds. */
  readonly during?: { readonly from: string; readonly until: string };
  /** What happens to a feature that two complete lists in a row lack; `stay`: nothing. */
  readonly leaves: "stay" | "keep" | "remove";
  /** Whose detections these are: those of several systems are never added up. */
  readonly system?: string;
  /** What the source is complete for: features of this `kind` in these countries. */
  readonly coverage?: { readonly kind: string; readonly countries: readonly string[] };
  readonly minutes: number;
  readonly delayHours?: number;
  readonly staleHours?: number;
  readonly credit: Credit;
  /** How well the source is known, such as `live capture of 2026-07-29`. */
  readonly known: string;
}

/** A name of a field, or several of which the first with a value counts. */
export type Field = string | readonly string[];

export type Values = Readonly<Record<string, readonly (string | number | boolean | null)[]>>;

export type GeometryFrom =
  | "feature"
  | { readonly longitude: string; readonly latitude: string }
  | { readonly field: string };

/** A field as it is, or what is made of it. */
export type Value =
  | string
  | {
      readonly field: Field;
      /** `id`: as in ids; `name`: which of the fields has the value. */
      readonly form?: "text" | "number" | "time" | "irwin" | "id" | "name";
      /** None where it says the same as this field. */
      readonly unless?: Field;
      /** Numbers are multiplied by this, such as 2.471 acres of a hectare. */
      readonly times?: number;
      /** Values that say that there is none, such as -1. */
      readonly none?: readonly (string | number)[];
      /** A smaller number is none. */
      readonly least?: number;
      /** Our value for each of the source's; others are null, or `otherwise`. */
      readonly values?: Readonly<Record<string, string | number | boolean | null>>;
      readonly otherwise?: string | number | boolean | null;
    }
  | { readonly value: string | number | boolean | null };

type Source = ArcgisSource | OgcSource | WfsSource | FileSource;

interface ArcgisSource {
  readonly mechanism: "arcgis";
  /** Of a layer: `…/FeatureServer/0`. */
  readonly url: string;
  readonly where?: string;
  readonly order?: string;
  readonly fields?: string;
  readonly pageSize?: number;
}

export interface OgcSource {
  readonly mechanism: "ogc-features";
  /** Of the items: `…/collections/{id}/items`. */
  readonly url: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly window?: Window;
  readonly pageSize?: number;
}

export interface WfsSource {
  readonly mechanism: "wfs";
  readonly url: string;
  readonly typeName: string;
  /** A stable order of the pages, such as `id`. */
  readonly sortBy: string;
  /** Such as `{"CQL_FILTER": "record_end>'{now}'"}`. */
  readonly query?: Readonly<Record<string, string>>;
  readonly window?: Window;
  readonly pageSize?: number;
}

export interface FileSource {
  readonly mechanism: "file";
  /** A web address, or a path relative to the description. */
  readonly url: string;
  readonly format: "geojson" | "csv" | "json";
  readonly query?: Readonly<Record<string, string>>;
  readonly window?: Window;
  /** Between the cells of a CSV; default a comma. */
  readonly delimiter?: string;
  /** Of JSON: the member with the rows, such as `results`. */
  readonly rows?: string;
  /** Of JSON: the member that says how many rows there are. */
  readonly total?: string;
}

/** What `{since}` means: this long ago, or the last complete reading and an overlap before. */
interface Window {
  readonly hours: number;
  /** Default: all of the window again. */
  readonly overlapMinutes?: number;
}

type Mechanism = Source["mechanism"];

const field: Check = (value, path, faults) => {
  if (typeof value === "string") return text(value, path, faults);
  listOf(text)(value, path, faults, "write the name of a field, or a list of names");
};
const plain: Check = (value, path, faults) => {
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return;
  faults.add(path, "is not a text, a number, true, false or null");
};
const url: Check = (value, path, faults) => {
  if (typeof value === "string" && /^https?:\/\/./.test(value) && URL.canParse(value)) return;
  faults.add(path, "is not a web address", "write it as https://…");
};
const place: Check = (value, path, faults) => {
  if (typeof value === "string" && !/^[a-z][\w+.-]*:\/\//i.test(value)) text(value, path, faults);
  else url(value, path, faults);
};
const query = mapOf(text);
const window = object({
  hours: [number(0.1, 24 * 3660)],
  overlapMinutes: [number(0, 1e6), "optional"],
});
const pageSize = [number(1, 100_000), "optional"] as const;

const sources: Readonly<Record<Mechanism, Check>> = {
  arcgis: object({
    mechanism: [text],
    url: [url],
    where: [text, "optional"],
    order: [text, "optional"],
    fields: [text, "optional"],
    pageSize,
  }),
  "ogc-features": object({
    mechanism: [text],
    url: [url],
    query: [query, "optional"],
    window: [window, "optional"],
    pageSize,
  }),
  wfs: object({
    mechanism: [text],
    url: [url],
    typeName: [text],
    sortBy: [text],
    query: [query, "optional"],
    window: [window, "optional"],
    pageSize,
  }),
  file: object({
    mechanism: [text],
    url: [place],
    format: [oneOf(["geojson", "csv", "json"])],
    query: [query, "optional"],
    window: [window, "optional"],
    delimiter: [text, "optional"],
    rows: [text, "optional"],
    total: [text, "optional"],
  }),
};

const source: Check = (value, path, faults) => {
  const mechanism = member(value, "mechanism");
  const check = sources[mechanism as Mechanism];
  if (check) return check(value, path, faults);
  oneOf(Object.keys(sources))(mechanism, `${path}.mechanism`, faults);
};

const geometryFrom: Check = (value, path, faults) => {
  if (value === "feature") return;
  if (member(value, "longitude") !== undefined)
    return object({ longitude: [text], latitude: [text] })(value, path, faults);
  if (member(value, "field") !== undefined) return object({ field: [text] })(value, path, faults);
  faults.add(
    path,
    "is no place of a geometry",
    'write "feature", {"longitude": "…", "latitude": "…"} or {"field": "…"}',
  );
};

const ourValue: Check = (value, path, faults) => {
  if (typeof value === "string") return text(value, path, faults);
  if (member(value, "value") !== undefined) return object({ value: [plain] })(value, path, faults);
  object({
    field: [field],
    form: [oneOf(["text", "number", "time", "irwin", "id", "name"]), "optional"],
    unless: [field, "optional"],
    times: [number(-1e12, 1e12), "optional"],
    none: [listOf(plain), "optional"],
    least: [number(-1e12, 1e12), "optional"],
    values: [mapOf(plain), "optional"],
    otherwise: [plain, "optional"],
  })(value, path, faults);
};

const name: Check = (value, path, faults) => {
  if (typeof value === "string" && /^[a-z][a-z0-9-]{1,39}$/.test(value)) return;
  faults.add(path, "is not a name", "write 2 to 40 lower-case letters, digits and hyphens");
};

const country: Check = (value, path, faults) => {
  if (typeof value === "string" && /^[A-Z]{2}(?:-[A-Z\d]{1,3})?$/.test(value)) return;
  faults.add(path, "is not a country", "write a code of ISO 3166 such as US or US-CA");
};

const layersOfFiles = [
  "hotspots",
  "perimeters",
  "incidents",
  "evacuationZones",
  "assets",
] as const satisfies readonly Layer[];

const description = object({
  name: [name],
  title: [text],
  layer: [oneOf(layersOfFiles)],
  source: [source],
  id: [listOf(field)],
  otherIds: [listOf(listOf(field)), "optional"],
  idPrefix: [name, "optional"],
  sameId: [oneOf(["newest", "each", "history"]), "optional"],
  edited: [field, "optional"],
  modified: [field, "optional"],
  time: [field, "optional"],
  timeForm: [text, "optional"],
  geometry: [listOf(geometryFrom), "optional"],
  properties: [mapOf(ourValue)],
  others: [oneOf([true, false]), "optional"],
  keep: [mapOf(listOf(plain)), "optional"],
  drop: [mapOf(listOf(plain)), "optional"],
  during: [object({ from: [text], until: [text] }), "optional"],
  leaves: [oneOf(["stay", "keep", "remove"])],
  system: [text, "optional"],
  coverage: [object({ kind: [text], countries: [listOf(country)] }), "optional"],
  minutes: [number(1, 10_080)],
  delayHours: [number(0, 8784), "optional"],
  staleHours: [number(0.1, 87_840), "optional"],
  credit: [
    object({
      name: [text],
      text: [text],
      url: [url],
      licence: [text],
      disclaimer: [(value, path, faults) => value === null || text(value, path, faults)],
    }),
  ],
  known: [text],
});

/** What is wrong with a description: one sentence for each fault. */
export class DescriptionError extends Error {
  override readonly name = "DescriptionError";
  readonly faults: readonly string[];

  constructor(file: string, faults: readonly string[]) {
    super(faults.map((fault) => `${file}: ${fault}`).join("\n"));
    this.faults = faults;
  }
}

/**
 * The description in a text.
 * @param file how to call it in errors
 * @throws {DescriptionError} when it is not JSON, or not a description
 */
export function parseDescription(given: string, file: string): Description {
  let value: unknown;
  try {
    value = JSON.parse(given);
  } catch {
    throw new DescriptionError(file, ["It is not JSON: write one object in braces."]);
  }
  const faults = new Faults();
  description(value, "", faults);
  if (faults.list.length === 0) checkTogether(value as Description, faults);
  if (faults.list.length > 0) throw new DescriptionError(file, faults.list);
  return value as Description;
}

/** What members say together. */
function checkTogether(given: Description, faults: Faults): void {
  const { layer, system, time, timeForm, properties, others } = given;
  if (layer === "hotspots" && system === undefined)
    faults.add("system", "is missing", "say whose detections these are, such as NGFS");
  if (layer === "hotspots" && given.leaves !== "stay")
    faults.add("leaves", "is not for detections", 'write "stay": they age instead');
  if (given.sameId === "history" && (layer !== "perimeters" || given.leaves !== "keep"))
    faults.add("sameId", "is not for these", 'write "history" for perimeters that leave by "keep"');
  if (given.sameId !== "history" && (given.edited ?? given.modified) !== undefined)
    faults.add("edited", "and modified are of a history", 'write "sameId": "history"');
  if (["hotspots", "incidents"].includes(layer) && time === undefined)
    faults.add("time", "is missing", `name the field with the time of ${layer}`);
  if (Object.keys(properties).length === 0 && !others)
    faults.add("properties", "is empty", 'name some fields, or write "others": true');
  if (timeForm !== undefined && !isTimeForm(timeForm))
    faults.add("timeForm", "is not a form", "write iso, s, ms, or as in DD/MM/YYYY HH:mm");
  if (given.source.mechanism === "file" && given.source.format === "json" && !given.source.rows)
    faults.add("source.rows", "is missing", "name the member of the JSON with the rows");
}

function isTimeForm(form: string): boolean {
  return (
    ["iso", "s", "ms"].includes(form) ||
    ["YYYY", "MM", "DD"].every((part) => form.split(part).length === 2)
  );
}
