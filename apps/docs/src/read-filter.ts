import {
  type BooleanExpression,
  Cql2Error,
  check,
  compile,
  type Lang,
  notices,
  parse,
  print,
} from "@emberline/cql2";
import { spatial } from "@emberline/cql2/spatial";

/** A mistake, and where it is if the reader knows. */
export interface Mistake {
  readonly message: string;
  /** UTF-16 code units. */
  readonly position: number | undefined;
  readonly length: number;
}

export interface ReadFilter {
  /** The tree, which is CQL2 JSON. */
  readonly tree: BooleanExpression;
  readonly text: string;
  readonly notices: readonly string[];
  /** Ids of the sample's features that it selects. */
  readonly selected: ReadonlySet<string>;
}

/** What a person typed: its mistakes, or the filter in other words and what it selects. */
export function readFilter(
  typed: string,
  lang: Lang,
): { readonly mistakes: readonly Mistake[] } | { readonly filter: ReadFilter } {
  try {
    const tree = parse(typed, { lang });
    const problems = check(tree, queryables);
    if (problems.length > 0) {
      const mistakes = problems.map(({ message }) => ({ message, position: undefined, length: 0 }));
      return { mistakes };
    }
    const selects = compile(tree, { spatial, queryables });
    const selected = sample.filter((feature) => selects(feature)).map(({ id }) => id);
    return {
      filter: {
        tree: print(tree, { lang: "cql2-json" }),
        text: print(tree),
        notices: notices(tree, queryables).map(({ message }) => message),
        selected: new Set(selected),
      },
    };
  } catch (error) {
    if (!(error instanceof Cql2Error)) throw error;
    // Below the first line it repeats the text, which the page shows.
    const [message = ""] = error.message.split("\n");
    return { mistakes: [{ message, position: error.position, length: error.length ?? 1 }] };
  }
}

interface Detection {
  readonly type: "Feature";
  readonly id: string;
  readonly geometry: { readonly type: "Point"; readonly coordinates: [number, number] };
  readonly properties: Readonly<Record<string, string | number | null>>;
}

/** Invented detections, for the filters of the editor. */
export const sample: readonly Detection[] = [
  detection("d1", [-121.21, 40.31], "2026-07-20T10:12:00Z", 12.5, 78, "Terra", "Park"),
  detection("d2", [-121.18, 40.29], "2026-07-20T20:41:00Z", 88.1, "h", "N20", "Park"),
  detection("d3", [-121.62, 40.21], "2026-07-21T09:58:00Z", 140.7, "n", "N21", "Élan Creek"),
  detection("d4", [-122.88, 42.36], "2026-07-21T21:05:00Z", 5.2, 41, "Aqua", "Élan Creek"),
  detection("d5", [-7.91, 40.12], "2026-07-21T13:33:00Z", 61.3, "n", "N", null),
  detection("d6", [150.12, -33.37], "2026-07-22T03:50:00Z", 54, 92, "Terra", "Wattlebone"),
  detection("d7", [179.9, -17.2], "2026-07-22T01:20:00Z", 7.7, "l", "N20", null),
  detection("d8", [-121.2, 40.3], "2026-07-22T10:20:00Z", 230.4, "h", "N21", "Park"),
];

/** Its properties, as a service lists what may be asked. */
const queryables = {
  queryables: [
    { id: "geometry", type: "geometry" },
    { id: "acq_time", type: "dateTime" },
    { id: "frp", type: "number" },
    { id: "confidence", type: "number" },
    { id: "confidence", type: "string" },
    { id: "satellite", type: "string" },
    { id: "fire", type: "string" },
  ],
};

function detection(
  id: string,
  coordinates: [longitude: number, latitude: number],
  acq_time: string,
  frp: number,
  confidence: number | string,
  satellite: string,
  fire: string | null,
): Detection {
  const properties = { acq_time, frp, confidence, satellite, fire };
  return { type: "Feature", id, geometry: { type: "Point", coordinates }, properties };
}
