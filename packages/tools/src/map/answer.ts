import type { MapLayout, ThemeName } from "@emberline/map";
import { z } from "zod";
import { cell, newestOf, noticesMember, noticesOf } from "../answer/envelope.ts";
import { syntheticDataNotice } from "../answer/synthetic.ts";
import type { Attachment, ToolContext } from "../call/context.ts";
import type { ShortenableAnswer } from "../call/shortenable-answer.ts";
import { gazetteerSource } from "../places/gazetteer.ts";
import { emptyNotices } from "../reading/why-empty.ts";
import { describeSelection } from "../selection/describe-selection.ts";
import { cleanText } from "../values/text.ts";
import type { LayerReading } from "./map-data.ts";
import { drawnOf } from "./map-data.ts";
import type { MapInput } from "./parameters.ts";
import { placesIn } from "./places-in-view.ts";
import type { MapReading } from "./read-map.ts";
import {
  caution,
  countsOf,
  gapsOf,
  limitsOf,
  periodOf,
  readingNotices,
  titleOf,
  toMapArea,
} from "./wording.ts";

export const mapAnswer = z.object({
  selection: z.record(z.string(), z.unknown()).describe("what was used"),
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)).describe("one per collection; drawn: symbols on the map"),
  caption: z.string(),
  complete: z.boolean(),
  notices: noticesMember,
});

type Answer = z.input<typeof mapAnswer>;

export interface Look {
  readonly width: number;
  readonly height: number;
  readonly theme: ThemeName;
}

/** The facts, and the requests behind them, which are left out first. */
const parts = 2;

/** The facts of the map, and the map itself where the surface can show it: the facts never depend on it. */
export async function toMapAnswer(
  input: MapInput,
  reading: MapReading,
  look: Look,
  context: ToolContext,
): Promise<ShortenableAnswer<Answer>> {
  const { layers, area, interval, gathering } = reading;
  const gaps = gapsOf(reading);
  const texts = layers.flatMap(({ selection }) => [
    selection?.collection.title,
    selection?.collection.description,
  ]);
  const own = [
    ...gaps,
    ...(await emptyReasons(layers, context)),
    ...readingNotices(reading),
    ...reading.notices,
  ];
  const { notices = [] } = noticesOf(context, texts, own);
  const counts = [countsOf(reading), ...limitsOf(reading)].join(" ");
  const endMs = Date.parse(interval?.end ?? "");
  // Loaded only when it is needed: a program that draws nothing starts without it.
  const { drawMap, layOutMap } = await import("@emberline/map");
  const layout = layOutMap({
    ...look,
    ...(area ? { area: toMapArea(area) } : {}),
    title: titleOf(input, reading),
    period: periodOf(reading),
    layers: gathering.layers(),
    ...(Number.isNaN(endMs) ? {} : { asOfMs: Math.min(endMs, context.now()) }),
    notes: [counts, ...gaps, caution],
    ...(notices.includes(syntheticDataNotice) ? { mark: "SYNTHETIC DATA" } : {}),
    attribution: [
      `Data: ${layers.map(({ name }) => cleanText(name, 60)).join(", ")}`,
      `Place names: ${gazetteerSource}`,
    ],
  });
  const picture = await pictureOf(context, async () =>
    drawMap(layout, await placesIn(layout.view.visible)),
  );
  const attachment = picture ?? undefined;
  const told = picture === null ? [...notices, notDrawn] : notices;
  const keep = (kept: number): Answer => ({
    selection: selectionOf(reading),
    columns: [
      "collection",
      "matched",
      "matched_exact",
      "drawn",
      "newest",
      ...(kept === parts ? ["request"] : []),
    ],
    rows: layers.map((each) => [
      ...factsOf(each, layout),
      ...(kept === parts ? [each.tally?.request ?? null] : []),
    ]),
    caption: [counts, layout.thinned.note].filter(Boolean).join(" "),
    complete: layers.every(({ tally }) => tally?.exact === true && !tally.skipped),
    ...(told.length > 0 ? { notices: told } : {}),
  });
  return { parts, keep, ...(attachment ? { attachment } : {}) };
}

const notDrawn = "The picture could not be drawn, by a fault of this program; the facts stand.";

/** Undefined where no picture is wanted, null where it failed: the facts are answered all the same. */
async function pictureOf(
  { pictures }: ToolContext,
  draw: () => Promise<string>,
): Promise<Attachment | null | undefined> {
  if (!pictures) return undefined;
  const { mimeType } = pictures;
  try {
    return { kind: "picture", mimeType, bytes: await pictures.encode(await draw()) };
  } catch {
    return null;
  }
}

/** Why there is nothing on the map; no reasons where there is something. */
async function emptyReasons(layers: readonly LayerReading[], context: ToolContext) {
  if (layers.some(({ tally }) => tally && tally.matched > 0)) return [];
  const reasons = layers.map(({ selection, tally }) =>
    selection && tally ? emptyNotices(selection, context) : [],
  );
  return (await Promise.all(reasons)).flat();
}

/** What was used by all collections alike. */
function selectionOf({ layers, interval }: MapReading) {
  const selection = layers.map((each) => each.selection).find((each) => each !== null);
  if (!selection) return interval ? { interval: [interval.start, interval.end] } : {};
  const { collection: _collection, request: _request, ...shared } = describeSelection(selection);
  return shared;
}

function factsOf({ name, layer, selection, tally }: LayerReading, layout: MapLayout) {
  const matched = tally?.matched ?? null;
  const drawn =
    layer === "hotspots" && matched !== null
      ? layout.thinned.drawn.length
      : matched && drawnOf(layer, matched);
  return [
    cleanText(name, 60),
    matched,
    tally?.exact ?? false,
    drawn,
    newestOf(selection?.collection.interval ?? null),
  ];
}
