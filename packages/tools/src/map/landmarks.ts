import { areasAround, loadAreas, type Ring } from "@emberline/areas";
import { type Box, type Position, wrapLongitude } from "@emberline/geo";
import { type Landmark, type View, woundForDrawing } from "@emberline/map";
import type { Pause } from "@emberline/turns";

const parks = [
  "National Park",
  "National Park and Preserve",
  "National Monument",
  "National Preserve",
  "National Recreation Area",
  "National Seashore",
];

/** Areas by the kinds of the map, and the widest map that shows them, in km. */
const kinds: readonly { kind: Landmark["kind"]; of: readonly string[]; widestKm: number }[] = [
  { kind: "region", of: ["region"], widestKm: 3000 },
  { kind: "park", of: parks, widestKm: 1200 },
  { kind: "range", of: ["Range/mtn", "Desert", "Plateau"], widestKm: 1500 },
  { kind: "county", of: ["county"], widestKm: 700 },
];

/** Parks, ranges, counties and states in view; none on maps of whole continents. */
export async function landmarksIn(view: View, pause: Pause): Promise<Landmark[]> {
  const { visible, frame, kmPerPixel } = view;
  const widthKm = frame.width * kmPerPixel;
  if (!visible || view.kind !== "local") return [];
  const box: Box = [
    wrapLongitude(visible.west),
    visible.south,
    wrapLongitude(visible.east),
    visible.north,
  ];
  const areas = await loadAreas();
  const found: Landmark[] = [];
  for (const { kind, of, widestKm } of kinds) {
    if (widthKm > widestKm) continue;
    for (const each of of) {
      for (const { index, name } of await areasAround(each, box, pause)) {
        if (name.startsWith("Unnamed")) continue;
        const coordinates = areas.polygons(index).map((rings) => rings.map(toPositions));
        const geometry = woundForDrawing({ type: "MultiPolygon", coordinates });
        if (geometry.type === "MultiPolygon") found.push({ kind, name, geometry });
      }
      await pause();
    }
  }
  return found;
}

function toPositions(ring: Ring): Position[] {
  const positions: Position[] = [];
  for (let i = 0; i < ring.length; i += 2) positions.push([ring[i]!, ring[i + 1]!]);
  return positions;
}
