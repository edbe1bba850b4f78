import { type Box, boxAround, boxWidthDeg } from "@emberline/geo";

/** Each group is read by itself. */
const maxGroups = 12;
/** Before groups are joined one by one; cells grow until they are as few. */
const maxCells = 48;
/** A reading more costs as much as this area, in square degrees of the equator. */
const readingCost = 30;

interface Group {
  readonly box: Box;
  readonly members: readonly number[];
}

/** Boxes that are near each other as groups, each with the box around its members. */
export function groupedBoxes(boxes: readonly Box[]): Group[] {
  let degrees = 4;
  let groups = byCell(boxes, degrees);
  while (groups.length > maxCells) {
    degrees *= 2;
    groups = byCell(boxes, degrees);
  }
  for (;;) {
    const best = closest(groups);
    if (!best || (groups.length <= maxGroups && best.added > readingCost)) return groups;
    const { a, b, box } = best;
    const joined = { box, members: [...a.members, ...b.members] };
    groups = [...groups.filter((each) => each !== a && each !== b), joined];
  }
}

function byCell(boxes: readonly Box[], degrees: number): Group[] {
  const cells = new Map<string, number[]>();
  for (const [at, [west, south]] of boxes.entries()) {
    const key = `${Math.floor(west / degrees)},${Math.floor(south / degrees)}`;
    const members = cells.get(key) ?? [];
    members.push(at);
    cells.set(key, members);
  }
  return [...cells.values()].map((members) => ({
    box: boxAround(members.map((at) => boxes[at]!)),
    members,
  }));
}

/** The two groups to whose boxes the common one adds least. */
function closest(groups: readonly Group[]) {
  let best: { a: Group; b: Group; box: Box; added: number } | null = null;
  for (const [at, a] of groups.entries()) {
    for (const b of groups.slice(at + 1)) {
      const box = boxAround([a.box, b.box]);
      const added = sizeOf(box) - sizeOf(a.box) - sizeOf(b.box);
      if (!best || added < best.added) best = { a, b, box, added };
    }
  }
  return best;
}

/** In square degrees of the equator. */
function sizeOf(box: Box): number {
  const [, south, , north] = box;
  const radians = Math.PI / 180;
  const height = (Math.sin(north * radians) - Math.sin(south * radians)) / radians;
  return boxWidthDeg(box) * height;
}
