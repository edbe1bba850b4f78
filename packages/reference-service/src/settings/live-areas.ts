import { WrongValue } from "@emberline/settings";

/** A box in degrees: west, south, east, north; west > east crosses the antimeridian. */
export type LiveBox = readonly [west: number, south: number, east: number, north: number];

/** A box, or the name of an area. */
export type LiveArea = LiveBox | string;

const right = "give names such as Oregon, or boxes west,south,east,north, separated by ;";

/** Such as `Oregon; -10,35,5,44`. */
export function parseAreas(given: string): LiveArea[] {
  const parts = given
    .split(";")
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length === 0) throw new WrongValue(right);
  return parts.map((part) => {
    if (!/^[-+.\d]/.test(part)) return part;
    const box = boxOf(part.split(",").map(Number));
    if (box) return box;
    throw new WrongValue(right, `has ${JSON.stringify(part.slice(0, 100))}, which is not a box`);
  });
}

/** Four numbers as a box; undefined if they are not one. */
export function boxOf(numbers: readonly unknown[]): LiveBox | undefined {
  const [west, south, east, north, ...more] = numbers;
  if (more.length > 0 || !isWithin(west, 180) || !isWithin(east, 180)) return undefined;
  if (!isWithin(south, 90) || !isWithin(north, 90)) return undefined;
  return south < north && west !== east ? [west, south, east, north] : undefined;
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === "number" && Math.abs(value) <= most;
}

/** Finds the box of a named area. @throws {Error} with a sentence without full stop, if none is */
export type ResolveArea = (name: string) => Promise<LiveBox>;

/** For a program without a list of areas. */
export async function noArea(name: string): Promise<LiveBox> {
  throw new Error(`${JSON.stringify(name.slice(0, 60))} is not a box west,south,east,north`);
}
