import type { LonLat, Position } from "@emberline/geo";
import type { Bearing } from "../geometry/nearest.ts";
import { Outline } from "../geometry/outline.ts";
import { type Detection, type Label, type Labelled, labels } from "./fires.ts";
import type { Incident } from "./incidents.ts";
import type { Snapshot } from "./snapshots.ts";
import type { StaticSource } from "./static-sources.ts";

/** Positions per outline: its index must be built within a slice of the event loop. */
const maxPositions = 2000;

/** Positions by cells of one degree, as outlines for measuring distances. */
class PositionCells {
  readonly #whole: Outline[] = [];
  readonly #open = new Map<string, Position[]>();

  add([lon, lat]: LonLat): void {
    const cell = `${Math.floor(lon)},${Math.floor(lat)}`;
    const positions = this.#open.get(cell) ?? [];
    positions.push([lon, lat]);
    this.#open.set(cell, positions);
    if (positions.length < maxPositions) return;
    this.#whole.push(outlineOf(positions));
    this.#open.delete(cell);
  }

  /** Creates each outline on demand, so that other calls get turns in between. */
  *outlines(): Generator<Outline> {
    yield* this.#whole;
    for (const positions of this.#open.values()) yield outlineOf(positions);
  }
}

function outlineOf(coordinates: Position[]): Outline {
  return new Outline({ type: "MultiPoint", coordinates });
}

/** What the answer may need of a detection. */
export interface Seen extends Detection {
  readonly id: string | null;
  /** Distance and bearing from the centre of a circle; null in other areas. */
  readonly bearing: Bearing | null;
  /** Fire radiative power in MW; null if unknown. */
  readonly frpMw: number | null;
}

interface Nearest extends Labelled {
  readonly seen: Seen;
}

export type LabelCounts = Record<Label, number>;

/** How many detections a fire's perimeters explain, over all days. */
export interface FireCounts {
  inside: number;
  near: number;
}

/** Totals over all detections at a place, added one at a time. */
export class Situation {
  readonly counts: LabelCounts = noCounts();
  readonly nearest = new Map<Label, Nearest>();
  readonly byFire = new Map<string, FireCounts>();
  readonly bySource = new Map<StaticSource, number>();
  readonly byIncident = new Map<Incident, number>();
  readonly byDay = new Map<string, LabelCounts>();
  readonly positions = new PositionCells();
  /** Of those inside or near a perimeter, how many are near a static source as well. */
  nearBoth = 0;
  /** Inside a perimeter, but not in the fire's time. */
  untimely = 0;
  readonly #dayOf: (epochMs: number) => string;

  constructor(dayOf: (epochMs: number) => string) {
    this.#dayOf = dayOf;
  }

  add(seen: Seen, labelled: Labelled): void {
    const { label, perimeter, source, incident, isUntimely } = labelled;
    this.counts[label]++;
    this.positions.add(seen.position);
    const day = this.#dayOf(seen.timeMs);
    const ofDay = this.byDay.get(day) ?? noCounts();
    ofDay[label]++;
    this.byDay.set(day, ofDay);
    if (perimeter) this.#addToFire(perimeter.snapshot, label);
    else if (source) this.bySource.set(source.source, (this.bySource.get(source.source) ?? 0) + 1);
    else if (incident)
      this.byIncident.set(incident.source, (this.byIncident.get(incident.source) ?? 0) + 1);
    if (perimeter && source) this.nearBoth++;
    if (isUntimely) this.untimely++;
    const known = this.nearest.get(label);
    if (!known || isNearer(seen, known.seen)) this.nearest.set(label, { ...labelled, seen });
  }

  #addToFire({ fire }: Snapshot, label: Label): void {
    const counts = this.byFire.get(fire) ?? { inside: 0, near: 0 };
    counts[label === "inside_perimeter" ? "inside" : "near"]++;
    this.byFire.set(fire, counts);
  }
}

/** Compares by distance; at the same place, or without a centre, the newer one wins. */
function isNearer(a: Seen, b: Seen): boolean {
  const farther = (a.bearing?.distanceKm ?? 0) - (b.bearing?.distanceKm ?? 0);
  return farther < 0 || (farther === 0 && a.timeMs > b.timeMs);
}

function noCounts(): LabelCounts {
  return Object.fromEntries(labels.map((label) => [label, 0])) as LabelCounts;
}
