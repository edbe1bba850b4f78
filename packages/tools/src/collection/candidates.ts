import type { ToolContext } from "../call/context.ts";
import type { Option } from "../call/tool-error.ts";
import { Outlines } from "../geometry/outlines.ts";
import { quoted } from "../values/text.ts";
import type { CollectionInfo } from "./collection-info.ts";
import { readNewest } from "./fire.ts";
import { idTextOf, type KnownFire, yearOf } from "./known-fires.ts";

/** A collection of perimeters, and the call that searches it. */
export interface SearchedCollection {
  readonly info: CollectionInfo;
  readonly context: ToolContext;
}

/** More candidates are only counted: a message stays short. */
const maxCandidates = 5;

/**
 * Fires as a message offers them, each with the argument that selects it: `"Canyon 2024 (US-OR,
 * 82 ha)": fire: "2024-OR953S-024268"`.
 */
export async function describeCandidates(
  fires: readonly KnownFire[],
  info: CollectionInfo,
  context: ToolContext,
  most = maxCandidates,
): Promise<string> {
  return listCandidates(await candidatesOf(fires, info, context, most), fires.length);
}

/** The candidates in a message, and how many more there are. */
export function listCandidates(shown: readonly Option[], count: number): string {
  const texts = shown.map(({ value, label }) => `${quoted(label)}: fire: ${quoted(value, 100)}`);
  const more = count - shown.length;
  return `${texts.join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}

/** A fire with the area of its newest perimeter; null if it has none. */
export interface SizedFire {
  readonly fire: KnownFire;
  readonly areaKm2: number | null;
}

/** Fires with their sizes, in one request each. */
export async function sizedFires(
  fires: readonly KnownFire[],
  info: CollectionInfo,
  context: ToolContext,
): Promise<SizedFire[]> {
  const features = await Promise.all(fires.map((fire) => readNewest(fire, info, context)));
  const outlines = new Outlines(context);
  await outlines.measure(features.map((feature) => feature?.geometry ?? null));
  return fires.map((fire, i) => {
    const geometry = features[i]?.geometry;
    return { fire, areaKm2: geometry ? outlines.areaKm2(geometry) : null };
  });
}

/** The first of several fires, as a person may choose between them. */
export async function candidatesOf(
  fires: readonly KnownFire[],
  info: CollectionInfo,
  context: ToolContext,
  most = maxCandidates,
): Promise<Option[]> {
  return optionsOf(await sizedFires(fires.slice(0, most), info, context));
}

/** The same of fires whose sizes are known. */
export function optionsOf(fires: readonly SizedFire[]): Option[] {
  return fires
    .slice(0, maxCandidates)
    .map(({ fire, areaKm2 }) => ({ value: argumentOf(fire), label: describe(fire, areaKm2) }));
}

const hectares = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 4 });

function describe(fire: KnownFire, areaKm2: number | null): string {
  const year = yearOf(fire);
  const about = [
    fire.state,
    areaKm2 === null ? null : `${hectares.format(areaKm2 * 100)} ha`,
  ].filter((each) => each !== null);
  const name = [fire.names[0] ?? "without a name", year].filter((each) => each !== null).join(" ");
  return `${name}${about.length > 0 ? ` (${about.join(", ")})` : ""}`;
}

/** Its id, or without one everything that identifies it. */
function argumentOf(fire: KnownFire): string {
  const about = [fire.names[0], yearOf(fire), fire.state];
  return idTextOf(fire) ?? about.filter((each) => each !== null).join(" ");
}
