import { type MapGeoJSONFeature, type MapLibreMap, Point, Popup } from "maplibre-gl";
import { render } from "preact";
import type { JsonObject } from "../../json.ts";
import type { MapFeature } from "../features.ts";
import { clickable } from "./answer-layers.ts";
import { RecordList } from "./record-list.tsx";

const reachPx = 4;
const keyboardReachPx = 24;

/** A popup describes the features at the click, or with Enter at the centre of the map. */
export function openPopups(map: MapLibreMap, features: readonly MapFeature[]): void {
  const recordsAt = (point: Point, reach: number) => toRecords(hits(map, point, reach), features);
  const open = (point: Point, reach: number) => {
    const records = recordsAt(point, reach);
    if (records.length === 0) return;
    const content = document.createElement("div");
    render(<RecordList records={records} />, content);
    new Popup({ maxWidth: "20rem" })
      .setLngLat(map.unproject(point))
      .setDOMContent(content)
      .addTo(map)
      .once("close", () => render(null, content));
  };
  const canvas = map.getCanvas();
  map.on("click", ({ point }) => open(point, reachPx));
  map.on("mousemove", ({ point }) => {
    canvas.style.cursor = hits(map, point, reachPx).length > 0 ? "pointer" : "";
  });
  canvas.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    // Otherwise the same key press would close the popup, whose button now has the focus.
    event.preventDefault();
    open(new Point(canvas.clientWidth / 2, canvas.clientHeight / 2), keyboardReachPx);
  });
}

function hits(map: MapLibreMap, { x, y }: Point, reach: number): MapGeoJSONFeature[] {
  const layers = clickable.filter((id) => map.getLayer(id));
  const box: [Point, Point] = [new Point(x - reach, y - reach), new Point(x + reach, y + reach)];
  return map.queryRenderedFeatures(box, { layers });
}

/** A feature may lie in several layers and tiles, and a row in several features. */
function toRecords(
  found: readonly MapGeoJSONFeature[],
  features: readonly MapFeature[],
): JsonObject[] {
  const records = found.map(({ properties }) => features[properties.index]?.record);
  return [...new Set(records)].filter((record) => record !== null && record !== undefined);
}
