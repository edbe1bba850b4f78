import { type Box, bboxOf, boxesOverlap, type LonLat } from "@emberline/geo";
import { BoxIndex, widenBox } from "../geometry/box.ts";
import { bearingTo, reachOf } from "../geometry/nearest.ts";
import { Outline } from "../geometry/outline.ts";
import { compareZones, type EvacuationZone } from "../reading/evacuation-zones.ts";
import type { AskedPlace } from "./asked-places.ts";
import { groupedBoxes } from "./grouped-boxes.ts";

interface NearDetection {
  readonly id: string | null;
  readonly km: number;
  /** From the place, degrees from north; null in it. */
  readonly bearingDeg: number | null;
  readonly timeMs: number;
}

/** A fire by its newest outline, or as it is reported where nobody has mapped it. */
export interface NearFire {
  readonly name: string | null;
  readonly id: string | null;
  /** To the outline, 0 inside; of a reported fire to its origin. */
  readonly km: number;
  /** When it was mapped; null if nobody has. */
  readonly mapped: string | null;
  /** The order of equally near ones. */
  readonly rank: number;
}

const maxZones = 5;

/** What is near a place within the radius. Only the nearest is kept. */
export class PlaceSituation {
  readonly place: AskedPlace;
  readonly radiusKm: number;
  /** Around everything within the radius. */
  readonly reach: Box;
  detections = 0;
  detection: NearDetection | null = null;
  fire: NearFire | null = null;
  /** The zones that contain or touch it, the gravest first. */
  zones: readonly EvacuationZone[] = [];
  readonly #outline: Outline;

  constructor(place: AskedPlace, radiusKm: number) {
    this.place = place;
    this.radiusKm = radiusKm;
    this.reach = widenBox(bboxOf(place.geometry)!, radiusKm);
    this.#outline = new Outline(place.geometry);
  }

  /** The distance of a detection, and its direction; null beyond the radius. */
  seeing(position: LonLat): { km: number; bearingDeg: number | null } | null {
    const { geometry } = this.place;
    const isPoint = geometry.type === "Point";
    if (!isPoint && this.#outline.distanceKm(reachOf(position, this.radiusKm)) === null)
      return null;
    const { distanceKm: km, bearingDeg } = isPoint
      ? bearingTo([geometry.coordinates[0]!, geometry.coordinates[1]!], {
          type: "Point",
          coordinates: [...position],
        })
      : this.#outline.bearingFrom(position);
    if (km > this.radiusKm) return null;
    // From the detection to a shape: the other way round is about the opposite.
    return { km, bearingDeg: km === 0 ? null : isPoint ? bearingDeg : (bearingDeg + 180) % 360 };
  }

  addDetection(found: NearDetection): void {
    this.detections++;
    const known = this.detection;
    if (!known || found.km < known.km || (found.km === known.km && found.timeMs > known.timeMs))
      this.detection = found;
  }

  addFire(found: NearFire): void {
    if (found.km > this.radiusKm) return;
    const known = this.fire;
    if (!known || found.km < known.km || (found.km === known.km && found.rank < known.rank))
      this.fire = found;
  }

  addZone(zone: EvacuationZone): void {
    this.zones = [...this.zones, zone].sort(compareZones).slice(0, maxZones);
  }

  /** The distance of whatever is nearest; infinite without anything within the radius. */
  get nearestKm(): number {
    const far = Number.POSITIVE_INFINITY;
    return Math.min(this.detection?.km ?? far, this.fire?.km ?? far);
  }
}

/** Places that are read together, since they are near each other. */
export interface PlaceGroup {
  readonly box: Box;
  /** Those of the group whose surroundings a box meets. */
  near(box: Box): PlaceSituation[];
  /** Whether a detection is counted with this group: that of the first place near it. */
  counts(position: LonLat): boolean;
}

export function groupsOf(situations: readonly PlaceSituation[]): PlaceGroup[] {
  const all = new BoxIndex(situations, ({ reach }) => reach);
  const groups = groupedBoxes(situations.map(({ reach }) => reach));
  return groups.map(({ box, members }) => {
    const isApart = groups.every((each) => each.box === box || !boxesOverlap(each.box, box));
    const own = new Set(members.map((at) => situations[at]!));
    return {
      box,
      near: (each) => all.meeting(each).filter((situation) => own.has(situation)),
      counts: (position) => {
        if (isApart) return true;
        const near = all.meeting([...position, ...position]);
        const first = near.find((situation) => situation.seeing(position));
        return first !== undefined && own.has(first);
      },
    };
  });
}
