import type { ThemeName } from "@emberline/map";
import { z } from "zod";
import {
  cell,
  constantsMember,
  madeUpNotice,
  noticesMembers,
  noticesOf,
  withFirst,
} from "../answer/envelope.ts";
import { withoutConstants } from "../answer/layout.ts";
import type { Attachment, ShortenableAnswer, ToolContext } from "../call/context.ts";
import { ToolError } from "../call/tool-error.ts";
import { newestOf } from "../collection/collection-info.ts";
import { receivedNotice } from "../collection/feeds.ts";
import { emptyNotices, noObservations } from "../describe/why-empty.ts";
import { gazetteerSource } from "../places/gazetteer.ts";
import { isComplete, isExact } from "../reading/tally.ts";
import { describeSelection } from "../selection/describe-selection.ts";
import { madeUpSimulations, syntheticDataNotice } from "../values/synthetic.ts";
import { cleanText, named } from "../values/text.ts";
import type { DrawnMap, MapDrawing } from "../work/map-drawing.ts";
import type { LayerReading } from "./map-data.ts";
import type { MapInput } from "./parameters.ts";
import type { MapReading } from "./read-map.ts";
import {
  cautionOf,
  countsOf,
  gapsOf,
  limitsOf,
  periodOf,
  pictureName,
  readingNotices,
  sourcesOf,
  titleOf,
  toMapArea,
} from "./wording.ts";

export const mapAnswer = z.object({
  selection: z.record(z.string(), z.unknown()).describe("as resolved"),
  constants: constantsMember,
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)).describe("one per collection; drawn: symbols on the map"),
  caption: z.string(),
  complete: z.boolean(),
  picture: z.string().optional().describe("where it is"),
  picture_url: z.string().optional().describe("pass on"),
  picture_expires: z.string().optional(),
  ...noticesMembers,
});

type Answer = z.input<typeof mapAnswer>;

/**
 * Type keeps its share of a picture's size, since chats show pictures at the width they have: at
 * 400 pixels the smallest has 8.
 */
const [typeWidth, typeHeight] = [512, 320] as const;

interface Look {
  readonly width: number;
  readonly height: number;
  readonly theme: ThemeName;
  /** The arguments that say so. */
  readonly asked: Readonly<Record<string, unknown>>;
}

/**
 * The facts of the map, and the picture if the surface can show it: the facts never depend on it.
 */
export async function toMapAnswer(
  input: MapInput,
  reading: MapReading,
  { asked, ...look }: Look,
  context: ToolContext,
): Promise<ShortenableAnswer<Answer>> {
  const { layers, area, interval, gathering } = reading;
  // First, because it determines how many are drawn.
  const gathered = gathering.layers();
  const gaps = gapsOf(reading, context);
  const collections = layers.flatMap(({ selection }) => selection?.collection ?? []);
  const isSynthetic = collections.some((each) => each.isSynthetic);
  const own = [
    receivedNotice(collections, context.now()),
    ...collections.flatMap((collection) => collection.notices),
    ...gaps,
    ...(await emptyReasons(layers, context)),
    ...readingNotices(reading),
    ...reading.notices,
    gathering.kindsNotice(),
    madeUpNotice(gathering.hasMadeUp ? [{ synthetic: true }] : [], context),
  ].filter((notice) => notice !== null);
  const { notices = [], ...said } = noticesOf(
    withFirst(context, reading.timeNotice),
    isSynthetic,
    own,
  );
  const counts = [
    countsOf(reading),
    ...(reading.compared?.sentences ?? []),
    ...limitsOf(reading),
  ].join(" ");
  const endMs = Date.parse(interval?.end ?? "");
  const drawing: MapDrawing = {
    request: {
      ...look,
      ...(area && { area: toMapArea(area, gathering.growthSteps > 0) }),
      title: titleOf(input, reading),
      period: periodOf(reading),
      ...(!Number.isNaN(endMs) && { asOfMs: Math.min(endMs, context.now()) }),
      scale: Math.min(look.width / typeWidth, look.height / typeHeight),
      notes: [
        ...limitsOf(reading, (each) => `the ${pictureName(each)}`),
        ...gapsOf(reading, context, pictureName),
        ...cautionOf(reading),
      ],
      ...markOf(notices),
      attribution: [sourcesOf(reading), `Place names: ${gazetteerSource}`].filter(Boolean),
    },
    ...gathered,
    isDrawn: context.pictures !== undefined,
  };
  const drawn = await runDraw(drawing, context);
  const picture = await pictureOf(drawn, context);
  const link = typeof picture === "object" ? await linkTo(picture, context) : null;
  const about = context.aboutPicture?.(asked, link !== null);
  const allNotices = typeof picture === "string" ? [...notices, picture] : notices;
  // The facts, then the request URLs, which are left out if they do not fit.
  const parts = context.explain ? 2 : 1;
  const keep = (kept: number): Answer => ({
    selection: selectionOf(reading),
    ...withoutConstants({
      columns: [
        "collection",
        "matched",
        "matched_exact",
        "drawn",
        "newest",
        ...(kept === 2 ? ["request"] : []),
      ],
      rows: layers.map((each) => [
        ...factsOf(each, reading, drawn),
        ...(kept === 2 ? [each.tally?.request ?? null] : []),
      ]),
    }),
    caption: [counts, drawn.note].filter(Boolean).join(" "),
    complete: layers.every(({ tally }) => tally !== null && isComplete(tally)),
    ...(about !== undefined && { picture: about }),
    ...link?.members,
    ...(allNotices.length > 0 && { notices: allNotices }),
    ...said,
  });
  return {
    parts,
    keep,
    ...(typeof picture === "object" && { attachment: picture }),
    ...(link && { discard: link.discard }),
  };
}

/** Why the map is empty, or a layer of it has no observations of the time. */
async function emptyReasons(layers: readonly LayerReading[], context: ToolContext) {
  const isEmpty = layers.every(({ tally }) => !tally?.matched);
  const reasonsOf = isEmpty ? emptyNotices : noObservations;
  const reasons = layers.map(async ({ name, selection, tally }) => {
    const isAsked = selection && tally && tally.matched === 0;
    const notices = isAsked ? await reasonsOf(selection, context) : [];
    return notices.map((each) => `${named(name)}: ${each}`);
  });
  return (await Promise.all(reasons)).flat();
}

/** The part of the selection that all collections share. */
function selectionOf({ layers, interval, compared }: MapReading) {
  const selection = layers.map((each) => each.selection).find((each) => each !== null);
  if (!selection) return interval ? { interval: [interval.start, interval.end] } : {};
  const { collection: _collection, request: _request, ...shared } = describeSelection(selection);
  return compared ? { ...shared, before: [compared.before.start, compared.before.end] } : shared;
}

function factsOf(
  { name, layer, selection, tally }: LayerReading,
  { gathering }: MapReading,
  { detections }: DrawnMap,
) {
  const matched = tally?.matched ?? null;
  const drawn =
    layer === "hotspots" && matched !== null
      ? detections
      : matched && gathering.drawnOf(layer, matched);
  return [
    cleanText(name, 60),
    matched,
    tally !== null && isExact(tally),
    drawn,
    newestOf(selection?.collection.interval ?? null),
  ];
}

/** In a thread if the program has any: layout and drawing take about a second. */
async function runDraw(drawing: MapDrawing, { workers, pause, signal }: ToolContext) {
  if (workers) {
    const { detections, perimeters, shapes } = drawing;
    const outlines = [...perimeters.map(({ outline }) => outline), ...shapes];
    const numbers = [...detections.blocks, ...outlines.map(({ positions }) => positions)];
    const moved = numbers.map(({ buffer }) => buffer as ArrayBuffer);
    return workers.run("draw", drawing, signal, moved);
  }
  await pause();
  // Loaded on demand, so that programs that draw nothing start faster.
  const { draw } = await import("./draw.ts");
  return draw(drawing, pause);
}

const notDrawn = "The picture could not be drawn: an internal error; the facts are unaffected.";
const tooMany =
  "The picture was not drawn because too many others are being drawn: try again in a moment; the facts are unaffected.";

/** Undefined if no picture is wanted, a notice if it failed: the facts are answered in any case. */
async function pictureOf(
  { svg }: DrawnMap,
  context: ToolContext,
): Promise<(Attachment & { kind: "picture" }) | string | undefined> {
  const { pictures } = context;
  if (!pictures) return undefined;
  if (svg === null) return notDrawn;
  const { mimeType } = pictures;
  try {
    return { kind: "picture", mimeType, bytes: await pictures.encode(svg, context) };
  } catch (error) {
    context.signal.throwIfAborted();
    return error instanceof ToolError && error.code === "busy" ? tooMany : notDrawn;
  }
}

/** Where a picture can be downloaded until it expires. */
interface PictureLink {
  readonly members: { readonly picture_url: string; readonly picture_expires?: string };
  discard(): Promise<void>;
}

/**
 * A link for clients that keep only the structured answer; null if the surface serves none or has
 * no room.
 */
async function linkTo(
  picture: Attachment & { readonly kind: "picture" },
  { aboutPicture, exports }: Pick<ToolContext, "aboutPicture" | "exports">,
): Promise<PictureLink | null> {
  const { mimeType, bytes } = picture;
  if (!aboutPicture || !exports) return null;
  const extension = mimeType === "image/png" ? "png" : "svg";
  try {
    const sink = await exports.create(`map.${extension}`, mimeType);
    const discard = () => sink.discard();
    try {
      await sink.write(bytes);
      const { uri, expires } = await sink.commit();
      const members = {
        picture_url: uri,
        ...(expires !== undefined && { picture_expires: expires }),
      };
      return { members, discard };
    } catch (error) {
      await discard();
      throw error;
    }
  } catch (error) {
    // The picture itself is in the answer.
    if (error instanceof ToolError) return null;
    throw error;
  }
}

/** What stands on the picture itself, which travels without its notices. */
function markOf(notices: readonly string[]): { mark?: string } {
  if (notices.includes(syntheticDataNotice)) return { mark: "SYNTHETIC DATA" };
  return notices.includes(madeUpSimulations) ? { mark: "SIMULATIONS MADE UP" } : {};
}
