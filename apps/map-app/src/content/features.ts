import type { Geometry, LonLat } from "@emberline/geo";

interface Common {
  readonly id: string | null;
  /** The id of its collection, or "simulations". */
  readonly layer: string;
  readonly name: string | null;
  /** When it was seen or made, in milliseconds since 1970. */
  readonly timeMs: number | null;
}

/** A warm pixel at an overpass. */
export interface DetectionFeature extends Common {
  readonly kind: "detection";
  readonly position: LonLat;
  readonly frpMw: number | null;
}

export interface PerimeterFeature extends Common {
  readonly kind: "perimeter";
  /** What all perimeters of one fire share. */
  readonly fire: string | null;
  /** Wound for drawing. */
  readonly geometry: Geometry;
}

export interface PointFeature extends Common {
  readonly kind: "source" | "simulation";
  readonly position: LonLat;
}

/** A feature of another collection. */
export interface OtherFeature extends Common {
  readonly kind: "other";
  readonly geometry: Geometry;
}

export type MapFeature = DetectionFeature | PerimeterFeature | PointFeature | OtherFeature;

/** What the page has of all layers. */
export interface Features {
  readonly detections: readonly DetectionFeature[];
  readonly perimeters: readonly PerimeterFeature[];
  readonly sources: readonly PointFeature[];
  readonly simulations: readonly PointFeature[];
  readonly others: readonly OtherFeature[];
}

export const noFeatures: Features = {
  detections: [],
  perimeters: [],
  sources: [],
  simulations: [],
  others: [],
};

/** The newest of each fire; perimeters that name no fire each count as a fire of their own. */
export function newestOf(perimeters: readonly PerimeterFeature[]): PerimeterFeature[] {
  const byFire = new Map<string | PerimeterFeature, PerimeterFeature>();
  for (const each of perimeters) {
    const key = each.fire ?? each;
    const known = byFire.get(key);
    if (!known || (each.timeMs ?? 0) > (known.timeMs ?? 0)) byFire.set(key, each);
  }
  return [...byFire.values()];
}

/** Features of all kinds by what they are. */
export function byKind(all: readonly MapFeature[]): Features {
  const of = <Kind extends MapFeature>(kind: Kind["kind"]) =>
    all.filter((each): each is Kind => each.kind === kind);
  return {
    detections: of<DetectionFeature>("detection"),
    perimeters: of<PerimeterFeature>("perimeter"),
    sources: of<PointFeature>("source"),
    simulations: of<PointFeature>("simulation"),
    others: of<OtherFeature>("other"),
  };
}
