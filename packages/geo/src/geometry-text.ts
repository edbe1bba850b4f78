import type { Geometry } from "./geojson.ts";

/** About a millisecond. */
const positionsPerStep = 4096;

/** A geometry as `JSON.stringify` prints it, in steps of a few thousand positions. */
export function* geometryTextSteps(geometry: Geometry): Generator<void, string> {
  const members: string[] = [];
  for (const [name, value] of Object.entries(geometry)) {
    if (value === undefined) continue;
    const isList = name === "coordinates" || name === "geometries";
    members.push(
      `${JSON.stringify(name)}:${isList ? yield* listSteps(value) : JSON.stringify(value)}`,
    );
  }
  return `{${members.join(",")}}`;
}

function* listSteps(list: readonly unknown[]): Generator<void, string> {
  const [first] = list;
  const parts: string[] = [];
  if (Array.isArray(first) && Array.isArray(first[0])) {
    for (const each of list as unknown[][]) parts.push(yield* listSteps(each));
  } else if (Array.isArray(first)) {
    for (let at = 0; at < list.length; at += positionsPerStep) {
      parts.push(JSON.stringify(list.slice(at, at + positionsPerStep)).slice(1, -1));
      yield;
    }
  } else if (typeof first === "object") {
    for (const each of list as Geometry[]) parts.push(yield* geometryTextSteps(each));
  } else {
    // One position, or nothing.
    return JSON.stringify(list);
  }
  return `[${parts.join(",")}]`;
}
