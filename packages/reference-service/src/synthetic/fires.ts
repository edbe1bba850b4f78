import { kmPerDegree, type Position } from "@emberline/geo";
import { type Random, rounded } from "./random.ts";

const dayMs = 86_400_000;
const directionCount = 48;

/** A synthetic fire: where it began, how long ago, how fast it grows. */
interface FireSketch {
  name: string;
  place: string;
  country: string;
  longitude: number;
  latitude: number;
  /** Days from the first perimeter to now. */
  ageDays: number;
  /** Days since its last growth and detection. */
  quietDays: number;
  kmPerDay: number;
}

const sketches: FireSketch[] = [
  {
    name: "Copperlark Ridge",
    place: "Northern California",
    country: "USA",
    longitude: -121.62,
    latitude: 40.21,
    ageDays: 9,
    quietDays: 0,
    kmPerDay: 0.9,
  },
  {
    name: "Tinmere Forest",
    place: "British Columbia",
    country: "CAN",
    longitude: -121.48,
    latitude: 52.34,
    ageDays: 12,
    quietDays: 0,
    kmPerDay: 1.1,
  },
  {
    name: "Serra Veloria",
    place: "Central Portugal",
    country: "PRT",
    longitude: -7.91,
    latitude: 40.12,
    ageDays: 4,
    quietDays: 0,
    kmPerDay: 1.4,
  },
  {
    name: "Kembari Plain",
    place: "Central African savanna",
    country: "CAF",
    longitude: 20.53,
    latitude: 8.24,
    ageDays: 6,
    quietDays: 0,
    kmPerDay: 0.7,
  },
  {
    name: "Wattlebone Creek",
    place: "New South Wales",
    country: "AUS",
    longitude: 150.12,
    latitude: -33.37,
    ageDays: 7,
    quietDays: 0,
    kmPerDay: 1.2,
  },
  {
    name: "Rio Cinzal",
    place: "Mato Grosso",
    country: "BRA",
    longitude: -56.21,
    latitude: -11.83,
    ageDays: 10,
    quietDays: 0,
    kmPerDay: 0.8,
  },
  {
    name: "Solnova Taiga",
    place: "Yakutia",
    country: "RUS",
    longitude: 118.54,
    latitude: 61.22,
    ageDays: 14,
    quietDays: 5,
    kmPerDay: 1.0,
  },
];

export interface SyntheticFire extends FireSketch {
  id: string;
  /** Midnight UTC of the first perimeter's day. */
  firstDay: number;
  /** One perimeter per day, each containing the one before: closed rings, counterclockwise. */
  rings: Position[][];
}

/** The sample's fires, their names marked, with perimeters up to the last midnight before `now`. */
export function syntheticFires(now: number, random: Random): SyntheticFire[] {
  const today = Math.floor(now / dayMs) * dayMs;
  return sketches.map((sketch, index) => {
    const days = sketch.ageDays - sketch.quietDays + 1;
    return {
      ...sketch,
      name: `${sketch.name} (synthetic)`,
      id: `SYN-${String(index + 1).padStart(4, "0")}`,
      firstDay: today - sketch.ageDays * dayMs,
      rings: growingRings(sketch, days, random),
    };
  });
}

/**
 * Rings with the same directions every day, each farther out than the day before, most downwind.
 */
function growingRings(fire: FireSketch, days: number, random: Random): Position[][] {
  const wind = random.between(0, 2 * Math.PI);
  const reach = Array.from({ length: directionCount }, (_, i) => {
    const off = Math.cos((2 * Math.PI * i) / directionCount - wind);
    return 0.45 + 0.55 * ((off + 1) / 2) ** 2;
  });
  const radiusKm = new Array<number>(directionCount).fill(0);
  return Array.from({ length: days }, () => {
    for (let i = 0; i < directionCount; i++) {
      radiusKm[i]! += fire.kmPerDay * reach[i]! * random.between(0.7, 1.3);
    }
    const ring = radiusKm.map((km, i) => offset(fire, km, (2 * Math.PI * i) / directionCount));
    return [...ring, ring[0]!];
  });
}

/** The position at a distance and direction (radians from east, counterclockwise). */
export function offset(
  from: { longitude: number; latitude: number },
  km: number,
  direction: number,
): Position {
  const east =
    (km * Math.cos(direction)) / (kmPerDegree * Math.cos((from.latitude * Math.PI) / 180));
  const north = (km * Math.sin(direction)) / kmPerDegree;
  return [rounded(from.longitude + east, 5), rounded(from.latitude + north, 5)];
}
