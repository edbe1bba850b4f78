import type { Feature } from "@emberline/core";
import { type Box, flatBox, type LonLat, narrowestBox } from "@emberline/geo";
import { eachInTurns, finishInTurns } from "@emberline/turns";
import type { ToolContext } from "../call/context.ts";
import { ifOffered } from "../call/tool.ts";
import { invalidInput } from "../call/tool-error.ts";
import { rolesOf } from "../collection/collection-info.ts";
import { fireTimeRule } from "../collection/fire-time.ts";
import { reachOf } from "../geometry/nearest.ts";
import { representativePoint } from "../geometry/shapes.ts";
import { isExact } from "../reading/tally.ts";
import { type Selection, selectLayer } from "../selection/selection.ts";
import { timeMsOf } from "../values/roles.ts";
import { Fires } from "./fires.ts";
import { findMappedFires } from "./mapped-fires.ts";
import { perimetersSince } from "./question.ts";
import { readFires } from "./read-fires.ts";

/** Finds the fires of detections. */
export interface FireLocator {
  /** The fire whose newest outline, the newest of several, holds a detection of its time. */
  fireOf(feature: Feature): { readonly id: string; readonly name: string | null } | null;
  /** What was not known, after all detections. */
  notices(): string[];
  readonly isWhole: boolean;
  /** Around the outlines of all fires; null without any. */
  readonly bbox: Box | null;
}

/**
 * Reads the fires of a selection of detections; null if its features name their fire, or are no
 * detections.
 *
 * @throws {ToolError} when the service has no perimeters (`invalid_input`)
 */
export async function locateFires(
  { collection, area, interval }: Selection,
  context: ToolContext,
): Promise<FireLocator | null> {
  const { roles } = collection;
  if (roles.fire !== undefined || roles.strength === undefined) return null;
  const { start, end } = interval ?? { start: null, end: null };
  const box = area && { kind: "box" as const, bbox: flatBox(area.bbox) };
  const options = { area: box, latestPerFire: false };
  const perimeters = await selectLayer("perimeters", perimetersSince(start), context, options);
  const reading = perimeters && (await ifOffered(readFires(perimeters, end, context)));
  if (!reading)
    throw invalidInput(
      'group_by "fire": the service offers no perimeters to tell fires apart: "cluster" joins detections by distance and time.',
      "group_by",
    );
  const newest = reading.fires.map((fire) => fire.newest);
  const fires = new Fires(reading.fires, await findMappedFires(newest, context.pause));
  await eachInTurns(newest, context.pause, ({ outline }) =>
    finishInTurns(outline.prepareSteps(), context.pause),
  );
  const isWhole = reading.isWhole && isExact(reading.tally);
  const untimely = new WeakSet<Feature>();
  let untimelyCount = 0;
  const corners = newest.flatMap(({ outline: { bbox } }): LonLat[] =>
    bbox
      ? [
          [bbox[0], bbox[1]],
          [bbox[2], bbox[3]],
        ]
      : [],
  );
  return {
    isWhole,
    bbox: narrowestBox(corners) ?? null,
    fireOf(feature) {
      const position = feature.geometry && representativePoint(feature.geometry);
      const timeMs = timeMsOf(feature.properties, rolesOf(feature.properties, collection));
      if (!position) return null;
      const reach = reachOf(position, 0);
      const found = fires.match(reach, timeMs ?? undefined)?.snapshot;
      if (!found) {
        if (!untimely.has(feature) && fires.match(reach)) {
          untimely.add(feature);
          untimelyCount++;
        }
        return null;
      }
      const id = found.fire.startsWith("=") ? found.fire.slice(1) : (found.id ?? found.fire);
      return { id, name: fires.nameOf(found) };
    },
    notices: () =>
      [
        `fire: the newest outline that holds a detection of its time (${fireTimeRule}); outside all of them it counts for none.`,
        untimelyCount > 0
          ? `Inside the outline of a fire of another time: ${untimelyCount}, counted as outside.`
          : "",
        isWhole
          ? ""
          : "Perimeters could be read only in part: of those of no fire, some may be in one.",
      ].filter((notice) => notice !== ""),
  };
}
