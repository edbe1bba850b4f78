import { type Box, boxWidthDeg, flatBox, wrapLongitude } from "@emberline/geo";
import type { MapArea } from "@emberline/map";
import type { ToolContext } from "../call/context.ts";
import { isOfFires, lackOf } from "../collection/layers.ts";
import { isExact, isRead, type Tally, tallyNotices } from "../reading/tally.ts";
import type { Area } from "../selection/area.ts";
import { filtersSnapshots } from "../selection/fire-scope.ts";
import { cleanText, named } from "../values/text.ts";
import type { LayerReading } from "./map-data.ts";
import type { MapInput } from "./parameters.ts";
import { daysOf, timesOf, timeWords } from "./period-words.ts";
import type { MapReading } from "./read-map.ts";

const caution = "A detection is a warm pixel at an overpass, not a fire; none does not mean safe.";

/** Whether a map shows any layer of fires: simulations are forecasts of them. */
function hasFires({ layers }: Pick<MapReading, "layers">): boolean {
  return layers.some(
    ({ layer, selection }) => layer !== null || (selection && isOfFires(selection.collection)),
  );
}

/** What one feature of a layer is called in a picture, and several. */
const layerWords = {
  hotspots: ["detection", "detections"],
  perimeters: ["fire perimeter", "fire perimeters"],
  staticSources: ["static heat source", "static heat sources"],
  simulations: ["simulation", "simulations"],
} as const;

/** The same of collections that only some services have, by their usual ids. */
const otherWords: Readonly<Record<string, readonly [one: string, many: string]>> = {
  "svc:incidents": ["reported incident", "reported incidents"],
  "svc:evacuation-zones": ["evacuation zone", "evacuation zones"],
  "svc:assets": ["asset", "assets"],
};

/** A picture has words for ids: a layer, or the title of a collection. */
export function pictureName({ name, layer, selection }: LayerReading): string {
  if (layer !== null) return layerWords[layer][1];
  const other = otherWords[name];
  if (other) return other[1];
  const title = selection?.collection.title ?? cleanText(name, 60);
  return title.replace(/^\w+:/, "").replaceAll(/[_-]/g, " ");
}

/** What a picture says of detections, where it has some or could have. */
export function cautionOf(reading: MapReading): string[] {
  const { layers } = reading;
  const isEmpty = layers.every(({ tally }) => !tally?.matched);
  const has = layers.some(({ layer, tally }) => layer === "hotspots" && tally?.matched);
  return has || (isEmpty && hasFires(reading)) ? [caution] : [];
}

/** The title of the map: its layers, its area in words, its days. */
export function titleOf(input: MapInput, reading: MapReading): string {
  const { interval, compared, gathering } = reading;
  const what = [subjectOf(input, reading), whereOf(input, reading)].filter(Boolean).join(" ");
  if (compared && interval)
    return `${what}: ${daysOf(interval)} compared with ${daysOf(compared.before)}`;
  const grown = gathering.growthInterval();
  if (grown) return `${what}, ${daysOf(grown)}`;
  const isDated = interval !== null && (interval.start !== null || interval.end !== null);
  return isDated ? `${what}, ${daysOf(interval)}` : what;
}

function subjectOf({ fire }: MapInput, reading: MapReading): string {
  const { layers, gathering } = reading;
  if (gathering.growthSteps > 0) return "Growth of the";
  const found = layers.filter(({ layer, tally }) => tally?.matched && layer !== "staticSources");
  const [only] = found.length > 0 ? found : layers;
  const isOne = layers.length === 1 || found.length === 1;
  const what = isOne ? capitalized(pictureName(only!)) : hasFires(reading) ? "Fires" : "Features";
  return fire === undefined ? what : `${what} of the`;
}

/** Where the map is, as a person says it; without the country of a town. */
function whereOf({ near, within, bbox }: MapInput, reading: MapReading): string {
  const { area, fireName, around } = reading;
  if (fireName !== undefined) {
    const name = cleanText(fireName, 60);
    return /\bfire\b/i.test(name) ? name : `${name} fire`;
  }
  if (area?.kind === "circle") {
    const { place, nearest_place: nearest } = area.whereabouts ?? {};
    const [lon, lat] = area.center;
    const named = place ?? nearest?.replace(/^\d+ km \S+ of /, "");
    return `near ${named ? townOf(named) : cleanText(near ?? `${lat}, ${lon}`, 60)}`;
  }
  if (within !== undefined) return `in ${cleanText(within.replace(/^\w+:[^/]*\//, ""), 60)}`;
  if (!bbox) return "";
  if (around) return `around ${around}`;
  const [west, south] = bbox;
  const [east, north] = bbox.slice(bbox.length / 2);
  return `between ${degrees(south!, "N", "S")} and ${degrees(north!, "N", "S")}, ${degrees(west!, "E", "W")} and ${degrees(east!, "E", "W")}`;
}

/** "Chester, California, United States" as "Chester, California". */
function townOf(label: string): string {
  return label.split(", ").slice(0, 2).join(", ");
}

function degrees(value: number, positive: string, negative: string): string {
  return `${Math.abs(Math.round(value * 100) / 100)}° ${value < 0 ? negative : positive}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What is on the map and of which time, in words. */
export function periodOf(reading: MapReading): string {
  const { layers, area, interval, compared, gathering } = reading;
  const counts = layers.flatMap((each) => {
    const { tally, layer } = each;
    if (!tally || (tally.matched === 0 && isExact(tally))) return [];
    if (layer === "perimeters" && gathering.growthSteps > 0) return [];
    const words = layer === null ? otherWords[each.name] : layerWords[layer];
    const [one, many] = words ?? [pictureName(each), pictureName(each)];
    const least = isExact(tally) ? "" : "at least ";
    return [`${least}${tally.matched.toLocaleString("en")} ${tally.matched === 1 ? one : many}`];
  });
  const within =
    area?.kind === "circle"
      ? ` within ${area.radiusKm} km${area.whereabouts?.place ? ` of ${area.whereabouts.place}` : ""}`
      : "";
  const times = interval ? timesOf(interval) : "";
  const found = compared
    ? compared.sentences.filter((each) => /[1-9]/.test(each)).join(" ") || "Nothing matches."
    : counts.length > 0
      ? `${capitalized(listed(counts))}${within}.`
      : gathering.growthSteps > 0
        ? ""
        : `Nothing matches${within}.`;
  return [gathering.growthWords(), found, reading.whereabouts, times && `${capitalized(times)}.`]
    .filter(Boolean)
    .join(" ");
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** The sources of the picture, each with its newest observation. */
export function sourcesOf({ layers }: MapReading): string {
  const isEmpty = layers.every(({ tally }) => !tally?.matched);
  const sources = layers.flatMap((each) => {
    const { selection, tally, layer } = each;
    const isWhy = isEmpty && layer === "hotspots";
    if (!selection || !tally || (tally.matched === 0 && !isWhy)) return [];
    const { title, interval } = selection.collection;
    const newest = interval?.[1];
    const name = title?.includes(":") ? pictureName(each) : (title ?? pictureName(each));
    return [newest ? `${name}, newest ${timeWords(newest)}` : name];
  });
  return sources.length > 0 ? `Source: ${sources.join("; ")}` : "";
}

type NameOf = (layer: LayerReading) => string;

const idOf: NameOf = ({ name }) => named(name);

/** How many match, by collection. */
export function countsOf({ layers }: MapReading): string {
  const counts = layers.flatMap(({ name, tally }) =>
    tally && (tally.matched > 0 || !isExact(tally))
      ? [
          `${isExact(tally) ? "" : "at least "}${tally.matched.toLocaleString("en")} of ${named(name)}`,
        ]
      : [],
  );
  return counts.length > 0 ? `Matching: ${counts.join(", ")}.` : "Nothing matches.";
}

/** Collections with more matches than are drawn, except detections. */
export function limitsOf({ layers, gathering }: MapReading, nameOf: NameOf = idOf): string[] {
  return layers.flatMap((each) => {
    const { layer, tally } = each;
    const drawn = gathering.drawnOf(layer, tally?.matched ?? 0);
    if (!tally || drawn === tally.matched) return [];
    if (layer === "perimeters" && gathering.growthSteps > 0)
      return [`Of ${tally.matched.toLocaleString("en")} outlines ${drawn} are drawn.`];
    const which = layer === "perimeters" ? "newest" : "first";
    return [`Of ${nameOf(each)} the ${which} ${drawn.toLocaleString("en")} are drawn.`];
  });
}

/** What is missing from the map. */
export function gapsOf(
  { layers }: MapReading,
  { client }: ToolContext,
  nameOf: NameOf = idOf,
): string[] {
  return layers.flatMap((each) => {
    const { tally } = each;
    const shown = nameOf(each);
    if (tally === null) return [`${lackOf(shown, client)}: it is missing from the map.`];
    return isRead(tally)
      ? []
      : [`${shown} could not be read completely: there may be more than is drawn.`];
  });
}

/** What was skipped while reading each collection. */
export function readingNotices({ layers, timeNotice }: MapReading): string[] {
  return layers.flatMap(({ name, selection, tally }: LayerReading) =>
    selection && tally
      ? [
          ...(selection.timeNotice !== null && selection.timeNotice !== timeNotice
            ? [`${named(name)}: ${selection.timeNotice}`]
            : []),
          ...tallyNotices(tally as Tally, filtersSnapshots(selection)).map(
            (each) => `${named(name)}: ${each}`,
          ),
          ...(selection.filter?.notices ?? []),
        ]
      : [],
  );
}

/** @param isWide with some of what lies around an outline */
export function toMapArea(area: Area, isWide = false): MapArea {
  if (area.kind === "circle")
    return { kind: "circle", center: area.center, radiusKm: area.radiusKm };
  const [west, south, east, north] = flatBox(area.bbox);
  const margin = isWide ? growthMargin : 0;
  const [across, up] = [boxWidthDeg([west, south, east, north]) * margin, (north - south) * margin];
  const box: Box = [
    wrapLongitude(west - across),
    Math.max(-90, south - up),
    wrapLongitude(east + across),
    Math.min(90, north + up),
  ];
  return {
    kind: area.kind === "box" ? "box" : "extent",
    box: isWide ? box : [west, south, east, north],
  };
}

/** A share of the outline's width and height. */
const growthMargin = 0.12;
