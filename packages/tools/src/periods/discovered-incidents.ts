import { parseTimeMs } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { ifAnswered } from "../call/if-answered.ts";
import { invalidInput } from "../call/tool-error.ts";
import { rolesOf } from "../collection/collection-info.ts";
import { otherCollection } from "../collection/other-collection.ts";
import { isPrescribed } from "../collection/reports.ts";
import { readAll } from "../reading/read-all.ts";
import { isComplete } from "../reading/tally.ts";
import type { Area } from "../selection/area.ts";
import { resolveSelection, type Selection, windowOf } from "../selection/selection.ts";
import { ownProperty } from "../values/own-property.ts";
import { named, offer, quoted } from "../values/text.ts";

/** The periods of a comparison. */
interface Periods {
  readonly before: Selection;
  readonly after: Selection;
}

/** Names in a notice. */
const maxNamed = 5;

/**
 * How many incidents were discovered in each period in the area, mapped or not; null if the service
 * has no incidents.
 */
export async function discoveredNotice(
  area: Area | null,
  { before, after }: Periods,
  context: ToolContext,
): Promise<string | null> {
  const collection = await otherCollection("incidents", context);
  if (!collection) return null;
  const selection = await resolveSelection({ collection: collection.id }, context, {
    area,
    latestPerFire: false,
  });
  const found = { before: noneFound(), after: noneFound() };
  const reading = readAll(selection, context, ({ feature: { properties } }) => {
    const roles = rolesOf(properties, collection);
    const discovered = ownProperty(properties, roles.discovered);
    const discoveredMs = typeof discovered === "string" ? parseTimeMs(discovered) : undefined;
    if (discoveredMs === undefined) return;
    for (const [period, of] of [
      [before, found.before],
      [after, found.after],
    ] as const) {
      const { startMs, endMs } = windowOf(period.interval!);
      if (discoveredMs < startMs || discoveredMs > endMs) continue;
      if (isPrescribed(properties)) of.prescribed++;
      else of.names.push(String(ownProperty(properties, roles.fire_name) ?? "without a name"));
    }
  });
  const tally = await ifAnswered(reading, context);
  if (!tally) return null;
  const least = isComplete(tally) ? "" : "at least ";
  return `Agencies report fires discovered in the periods, mapped or not: before ${least}${wordsOf(found.before)}; after ${least}${wordsOf(found.after)}.`;
}

interface Discovered {
  /** Of wildfires. */
  readonly names: string[];
  prescribed: number;
}

function noneFound(): Discovered {
  return { names: [], prescribed: 0 };
}

function wordsOf({ names, prescribed }: Discovered): string {
  const shown = names.slice(0, maxNamed).map((name) => quoted(name, 40));
  const more = names.length - shown.length;
  const listed =
    shown.length === 0 ? "" : ` (${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""})`;
  return `${names.length}${listed}${prescribed === 0 ? "" : ` and ${prescribed} prescribed`}`;
}

/** @throws {ToolError} for incidents, which have only their last report (`invalid_input`) */
export async function checkNotIncidents(
  { collection: { id, roles } }: Selection,
  context: ToolContext,
): Promise<void> {
  const incidents = await otherCollection("incidents", context);
  const [discovered] = roles.discovered ?? [];
  if (incidents?.id !== id || discovered === undefined) return;
  const filter = `${discovered} >= TIMESTAMP('2025-08-01T00:00:00Z')`;
  throw invalidInput(
    `${named(id)} has the last report of each fire, so periods of it cannot be compared: count the fires discovered since a time by summarize_features. ${offer({ collection: id, filter })}`,
    "collection",
  );
}
