import type { ToolContext } from "../call/context.ts";
import { invalidInput, type Option, ToolError } from "../call/tool-error.ts";
import { listCandidates } from "../collection/candidates.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import type { Fire } from "../collection/fire.ts";
import {
  discoveredMsOf,
  fireIdsOf,
  isPrescribed,
  isSameFire,
  type Known,
  sizeRadiusKm,
} from "../collection/reports.ts";
import { type ResolvedFire, resolveFire, type TimeWindow } from "../collection/resolve-fire.ts";
import { quoted } from "../values/text.ts";
import { round } from "../values/text-numbers.ts";

/** Around a circle of the size that a fire without an outline is reported with. */
const aroundSizeKm = 5;

/** What lies within it of its reported point is a fire's that nobody has mapped. */
export function unmappedRadiusKm({ perimeter: { properties } }: Fire): number {
  return round(aroundSizeKm + sizeRadiusKm(properties), 1);
}

/** A fire, or why none was found. */
type Attempt = ResolvedFire | { readonly fire: null; readonly error: ToolError };

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
    if (!reported.fire || reported.isPart || isSameFire(known(mapped.fire), known(reported.fire)))
      return mapped;
    if (mapped.isPart) return unmapped(reported);
    throw ambiguous(text, [mapped.fire, reported.fire]);
  }
  if (reported.fire) {
    if (mapped && mapped.error.code !== "not_found")
      throw withOption(mapped.error, optionOf(reported.fire));
    return (
      (perimeters && (await mappedOf(reported.fire, perimeters, context))) ?? unmapped(reported)
    );
  }
  if (!mapped) throw reported.error;
  throw merged(mapped.error, reported.error);
}

/** The report on a fire: its incident, found by its ids, else by its name; null without one. */
export async function incidentOf(
  fire: Fire,
  incidents: CollectionInfo,
  context: ToolContext,
): Promise<Fire | null> {
  return sameIn(fire, incidents, context, (incident) => isSameFire(known(fire), known(incident)));
}

/** The mapped fire of an incident, which may have another name there. */
async function mappedOf(
  incident: Fire,
  perimeters: CollectionInfo,
  context: ToolContext,
): Promise<ResolvedFire | null> {
  const fire = await sameIn(incident, perimeters, context, (each) =>
    isSameFire(known(each), known(incident)),
  );
  return fire && { fire, notices: [] };
}

async function sameIn(
  fire: Fire,
  info: CollectionInfo,
  context: ToolContext,
  isSame: (other: Fire) => boolean,
): Promise<Fire | null> {
  const names = (fire.collection.roles.fire ?? []).map((name) => fire.perimeter.properties?.[name]);
  const texts = [...names, fire.name].filter((each) => typeof each === "string" && each !== "");
  for (const text of new Set(texts as string[])) {
    const found = await tried(resolveFire(text, info, null, context));
    if (found.fire && isSame(found.fire)) return found.fire;
  }
  return null;
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
  const about = [fire.state, "reported, not mapped"].filter((each) => each !== null);
  const name = [fire.name ?? "without a name", fire.year].filter((each) => each !== null).join(" ");
  const value = fire.id ?? fire.perimeter.id ?? fire.name;
  return { value: String(value), label: `${name} (${about.join(", ")})` };
}

function ambiguous(text: string, [mapped, reported]: readonly [Fire, Fire]): ToolError {
  const { areaKm2 } = mapped.perimeter;
  const size = areaKm2 === null ? [] : [`${Math.round(areaKm2 * 100)} ha`];
  const about = [mapped.state, ...size].filter((each) => each !== null).join(", ");
  const options = [
    {
      value: String(mapped.id ?? mapped.name),
      label: `${mapped.name} ${mapped.year ?? ""}${about === "" ? "" : ` (${about})`}`,
    },
    optionOf(reported),
  ];
  return invalidInput(
    `${quoted(text, 60)} may be a mapped fire or a reported one: ${listCandidates(options, 2)}.`,
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
