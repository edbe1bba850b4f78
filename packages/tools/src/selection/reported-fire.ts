import { boxesOverlap } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { invalidInput, type Option, ToolError } from "../call/tool-error.ts";
import { listCandidates } from "../collection/candidates.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { findFires } from "../collection/find-fires.ts";
import { boxOf, type Fire, namesakeKm, readFire } from "../collection/fire.ts";
import { nameKey, spellingsOf } from "../collection/fire-name.ts";
import {
  discoveredMsOf,
  fireIdsOf,
  isPrescribed,
  type Known,
  sameFireKm,
  sizeRadiusKm,
} from "../collection/reports.ts";
import { type ResolvedFire, resolveFire, type TimeWindow } from "../collection/resolve-fire.ts";
import { widenBox } from "../geometry/box.ts";
import { quoted } from "../values/text.ts";
import { round } from "../values/text-numbers.ts";

/** Around a circle of the size that a fire without an outline is reported with. */
const aroundSizeKm = 5;

/** What lies within it of its reported point is a fire's that nobody has mapped. */
export function unmappedRadiusKm({ perimeter: { properties } }: Fire): number {
  return round(aroundSizeKm + sizeRadiusKm(properties), 1);
}

/** A fire, or why none was found. */
type Attempt =
  | (ResolvedFire & { readonly error?: undefined })
  | { readonly fire: null; readonly error: ToolError; readonly isPart?: undefined };

/**
 * The fire that a text names among mapped and reported ones. The mapped one has an outline; of two
 * that are not one fire, the name is refused with both.
 *
 * @throws {ToolError} as `resolveFire` does
 */
export async function findReported(
  text: string,
  perimeters: CollectionInfo | null,
  incidents: CollectionInfo,
  window: TimeWindow | null,
  context: ToolContext,
): Promise<ResolvedFire> {
  const attempt = (info: CollectionInfo) => tried(resolveFire(text, info, window, context));
  const mapped = perimeters && (await attempt(perimeters));
  const reported = await attempt(incidents);
  if (mapped?.fire) {
    const { fire } = mapped;
    if (reported.isPart) return mapped;
    const others = (await firesOf(reported, incidents, context)).filter(
      (each) =>
        sameFireKm(known(fire), known(each)) === null &&
        (reported.fire || each.nameKeys.some((key) => fire.nameKeys.includes(key))),
    );
    if (others.length === 0) return mapped;
    if (mapped.isPart && reported.fire) return unmapped(reported);
    throw ambiguous(text, [fire, ...others]);
  }
  const isAmbiguous = mapped && mapped.error.code !== "not_found";
  if (!reported.fire && !isAmbiguous)
    throw mapped ? merged(mapped.error, reported.error) : reported.error;
  // A report may have another name than the outline of its fire.
  const fires = await firesOf(reported, incidents, context);
  const outlined = perimeters
    ? await Promise.all(fires.map((fire) => mappedOf(fire, perimeters, context)))
    : [];
  if (isAmbiguous) {
    const others = fires.filter((_, i) => !outlined[i]);
    throw others.map(optionOf).reduce(withOption, mapped.error);
  }
  return outlined[0] ? { fire: outlined[0], notices: [] } : unmapped(reported as ResolvedFire);
}

/** The fires that an attempt found: of several, the first that its refusal offers. */
async function firesOf(
  { fire, error }: Attempt,
  info: CollectionInfo,
  context: ToolContext,
): Promise<Fire[]> {
  if (fire) return [fire];
  const values = error.choice?.options.map(({ value }) => String(value)) ?? [];
  const found = await Promise.all(
    values.map((value) => tried(resolveFire(value, info, null, context))),
  );
  return found.flatMap((each) => each.fire ?? []);
}

/** The report on a fire: its incident, found by its ids, else by its name; null without one. */
export async function incidentOf(
  fire: Fire,
  incidents: CollectionInfo,
  context: ToolContext,
): Promise<Fire | null> {
  const kmTo = (incident: Fire) => sameFireKm(known(fire), known(incident));
  const incident = await sameIn(fire, incidents, context, kmTo);
  if (!incident || kmTo(incident) === 0) return incident;
  // Of several outlines with its name, a report is of the nearest.
  const owner = await mappedOf(incident, fire.collection, context);
  return owner && owner.perimeter.id !== fire.perimeter.id ? null : incident;
}

/** The mapped fire of an incident, which may have another name there. */
function mappedOf(
  incident: Fire,
  perimeters: CollectionInfo,
  context: ToolContext,
): Promise<Fire | null> {
  return sameIn(incident, perimeters, context, (each) => sameFireKm(known(each), known(incident)));
}

/** The nearest fire of a collection that is the same, by ids, else by names. */
async function sameIn(
  fire: Fire,
  info: CollectionInfo,
  context: ToolContext,
  kmTo: (other: Fire) => number | null,
): Promise<Fire | null> {
  const { properties } = fire.perimeter;
  const ids = fireIdsOf(properties, fire.collection.roles).flatMap(spellingsOf);
  const key = nameKey(fire.name ?? "");
  if (ids.length === 0 && key === "") return null;
  const { fires, isFiltered } = await findFires(key, ids, info, context);
  const reach = widenBox(boxOf(fire), namesakeKm);
  let nearest: { readonly fire: Fire; readonly km: number } | null = null;
  for (const each of fires.all()) {
    const isNear = each.bbox !== null && boxesOverlap(each.bbox, reach);
    if (!isNear && !ids.includes(String(each.id))) continue;
    const read = await tried(
      readFire(each, info, isFiltered, context).then((found) => ({ fire: found, notices: [] })),
    );
    const km = read.fire ? kmTo(read.fire) : null;
    if (read.fire && km !== null && (!nearest || km < nearest.km))
      nearest = { fire: read.fire, km };
  }
  return nearest?.fire ?? null;
}

async function tried(found: Promise<ResolvedFire>): Promise<Attempt> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ToolError && error.fault?.argument === "fire")
      return { fire: null, error };
    throw error;
  }
}

function known({ perimeter, collection: { roles }, nameKeys, firstMs, lastMs }: Fire): Known {
  const { properties, outline } = perimeter;
  const discoveredMs = outline.isAreal ? firstMs : discoveredMsOf(properties, roles);
  return { ids: fireIdsOf(properties, roles), nameKeys, outline, firstMs: discoveredMs, lastMs };
}

/** The reported point stands for the outline. */
function unmapped({ fire, notices }: ResolvedFire): ResolvedFire {
  const name = quoted(fire.name ?? String(fire.id), 60);
  const what = isPrescribed(fire.perimeter.properties) ? "a prescribed fire" : "a fire";
  const stands = `${name} is ${what} that its agency reports and nobody has mapped: distances are from its reported point of origin, and its own are features within ${unmappedRadiusKm(fire)} km of that, if radius_km is not given.`;
  return { fire: { ...fire, isUnmapped: true }, notices: [...notices, stands] };
}

function optionOf(fire: Fire): Option {
  const { areaKm2, outline, id } = fire.perimeter;
  const size = areaKm2 === null ? [] : [`${Math.round(areaKm2 * 100)} ha`];
  const about = [fire.state, ...(outline.isAreal ? size : ["reported, not mapped"])];
  const known = about.filter((each) => each !== null);
  const name = [fire.name ?? "without a name", fire.year].filter((each) => each !== null).join(" ");
  const label = known.length === 0 ? name : `${name} (${known.join(", ")})`;
  return { value: String(fire.id ?? id ?? fire.name), label };
}

function ambiguous(text: string, fires: readonly Fire[]): ToolError {
  const options = fires.map(optionOf);
  return invalidInput(
    `${quoted(text, 60)} may be a mapped fire or a reported one: ${listCandidates(options, options.length)}.`,
    { argument: "fire", question: `Which fire is meant by ${quoted(text, 60)}?`, options },
  );
}

/** Several mapped fires, and one that is only reported. */
function withOption(error: ToolError, option: Option): ToolError {
  const candidates = error.fault?.candidates ?? [];
  if (!error.choice || candidates.some(({ value }) => value === option.value)) return error;
  const message = `${error.message.replace(/\.$/, "")}; or ${listCandidates([option], 1)}.`;
  return new ToolError(error.code, message, {
    choice: { ...error.choice, options: [...error.choice.options, option] },
  });
}

/** What is known of reports says more than that no outline has the name. */
function merged(mapped: ToolError, reported: ToolError): ToolError {
  const isKnown = reported.code !== "not_found" || reported.fault?.candidates === undefined;
  if (isKnown) return reported;
  const options = (reported.fault?.candidates ?? []) as readonly Option[];
  if (options.length === 0) return mapped;
  const candidates = [...(mapped.fault?.candidates ?? []), ...options];
  const sentence = `Reported incidents: ${listCandidates(options, options.length)}.`;
  return new ToolError(mapped.code, `${mapped.message} ${sentence}`, {
    fault: { argument: "fire", candidates },
  });
}
