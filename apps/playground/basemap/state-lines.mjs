import { readAdmin1 } from "./admin1.mjs";

/** The borders between states and provinces of one country: arcs that two of them share. */
export function stateLines() {
  const { arcs, areas } = readAdmin1();
  const users = new Map();
  for (const area of areas) {
    for (const arc of area.polygons.flat(2)) {
      const index = arc < 0 ? ~arc : arc;
      users.set(index, [...(users.get(index) ?? []), area]);
    }
  }
  const isInner = ([a, b]) => b !== undefined && a !== b && a.a3 === b.a3;
  const coordinates = [...users].filter(([, each]) => isInner(each)).map(([index]) => arcs[index]);
  return { type: "MultiLineString", coordinates };
}
