import type { Draw } from "../world/draw.ts";
import { type Answer, htmlAnswer, jsonAnswer, textAnswer } from "./answer.ts";
import { envelope } from "./wfigs.ts";

export type Source = "firms" | "wfigs" | "incidents" | "zones" | "described" | "feds";

const arcgisErrors = [
  "error-200",
  "error-no-code",
  "error-429",
  "http-429",
  "error-503",
  "html-200",
  "html-502",
  "empty-body",
] as const;
const arcgisOddities = ["no-features", "changed-list", "slow"] as const;

/** Answers that are errors, whatever their status. */
const errors = {
  firms: [
    "text-200",
    "text-400",
    "text-403",
    "quota-200",
    "quota-400",
    "quota-403",
    "html-200",
    "html-503",
    "empty-body",
    "no-latitude",
  ],
  wfigs: arcgisErrors,
  incidents: arcgisErrors,
  zones: arcgisErrors,
  described: ["html-502", "html-200", "json-500", "empty-body"],
  feds: ["html-502", "html-200", "json-500", "empty-body"],
} as const satisfies Record<Source, readonly string[]>;

/** Odd answers that are valid: a reading has to take them as they are meant. */
const oddities = {
  firms: ["header-only", "reordered", "fewer-columns", "slow"],
  wfigs: arcgisOddities,
  incidents: arcgisOddities,
  zones: arcgisOddities,
  described: ["slow"],
  feds: ["no-features", "slow"],
} as const satisfies Record<Source, readonly string[]>;

export type FaultKind =
  | (typeof errors)[Source][number]
  | (typeof oddities)[Source][number]
  /** The connection ends in the middle of the body. */
  | "cut"
  /** The connection ends without an answer. */
  | "reset";

/** Every way in which a source can fail to answer. */
export function errorKinds(source: Source): readonly FaultKind[] {
  return [...errors[source], "cut", "reset"];
}

/** Which request meets which fault: by order, by script, or at random by a seed. */
export class Faults {
  readonly #draw: Draw;
  readonly #always = new Map<Source, FaultKind>();
  readonly #next: Record<Source, FaultKind[]> = {
    firms: [],
    wfigs: [],
    incidents: [],
    zones: [],
    described: [],
    feds: [],
  };
  /** Probability of a fault at random. */
  rate: number;

  constructor(draw: Draw, rate: number) {
    this.#draw = draw;
    this.rate = rate;
  }

  /** Every request of a source from now on; undefined ends that. */
  always(source: Source, kind: FaultKind | undefined): void {
    if (kind === undefined) this.#always.delete(source);
    else this.#always.set(source, kind);
  }

  /** The next requests of a source, one each. */
  next(source: Source, ...kinds: FaultKind[]): void {
    this.#next[source].push(...kinds);
  }

  take(source: Source): FaultKind | undefined {
    const scripted = this.#always.get(source) ?? this.#next[source].shift();
    if (scripted !== undefined || !this.#draw.chance(this.rate)) return scripted;
    return this.#draw.of([...errorKinds(source), ...oddities[source]]);
  }
}

/** The error that a fault answers with; undefined for faults of another kind. */
export function faultAnswer(source: Source, kind: FaultKind | undefined): Answer | undefined {
  const html = /^html-(\d+)$/.exec(kind ?? "");
  if (html) return htmlAnswer(html[1] === "200" ? "Service unavailable" : "Error", Number(html[1]));
  const text = /^(text|quota)-(\d+)$/.exec(kind ?? "");
  if (text) {
    // A throttled valid key may be called invalid, and several errors come one per line.
    const words =
      text[1] === "quota"
        ? "Exceeding allowed transaction limit"
        : "Invalid MAP_KEY.\nInvalid area coordinate. Expects: [west,south,east,north]";
    return textAnswer(words, Number(text[2]));
  }
  const limited = ["Request units used 60000. Maximum per minute 57600.", "Retry after 60 sec"];
  switch (kind) {
    case "empty-body":
      return textAnswer("");
    case "error-200":
      return envelope(500, "Error performing query operation");
    case "error-no-code":
      return envelope(undefined, "Unable to complete operation.");
    case "error-429":
      return envelope(429, "Too many requests", limited);
    case "http-429":
      return {
        ...envelope(429, "Too many requests", limited, 429),
        headers: { "retry-after": "60" },
      };
    case "error-503":
      return envelope(503, "Service unavailable", [], 503);
    case "json-500":
      return jsonAnswer({ detail: "Internal Server Error" }, 500);
    case "no-latitude":
      return textAnswer("longitude,acq_date,acq_time,satellite\n10.5,2026-08-01,215,N20\n");
    case "no-features":
      return source === "feds"
        ? jsonAnswer({
            type: "FeatureCollection",
            features: [],
            numberMatched: 0,
            numberReturned: 0,
            links: [],
          })
        : jsonAnswer({ type: "FeatureCollection", features: [] });
    default:
      return undefined;
  }
}
