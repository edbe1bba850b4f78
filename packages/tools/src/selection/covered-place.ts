import { AreaLocator } from "@emberline/areas";
import { boxesOverlap, flatBox, wrapLongitude } from "@emberline/geo";
import { eachInTurns } from "@emberline/turns";
import type { ToolContext } from "../call/context.ts";
import { ifOffered } from "../call/tool.ts";
import { type CollectionInfo, rolesOf } from "../collection/collection-info.ts";
import { areHeld, type Coverage } from "../collection/coverage.ts";
import { isSimulations } from "../collection/simulation-features.ts";
import { representativePoint } from "../geometry/shapes.ts";
import { boxOfCountry, countriesIn, namesOfCountries, uncoveredIn } from "../places/countries.ts";
import { ownProperty } from "../values/own-property.ts";
import { cleanText, listNames, named } from "../values/text.ts";
import type { Area } from "./area.ts";

/** Of larger areas nothing is said. */
const maxCountries = 3;
const maxListed = 10;

/** Why the data of an area are not complete: its sources do not cover it, as they declare. */
export async function uncoveredPlace(
  { id, coverage }: Pick<CollectionInfo, "id" | "coverage">,
  area: Area | null,
  { pause }: Pick<ToolContext, "pause">,
): Promise<string[]> {
  if (!area) return [];
  const { boxes = [], countries = [] } = coverage ?? {};
  const asked = flatBox(area.bbox);
  if (!areHeld(asked, boxes)) {
    const extent = boxes.some((box) => boxesOverlap(flatBox(box), asked))
      ? "a part of"
      : "nothing in";
    return [`${named(id)} has ${extent} the area asked: it is read only for other areas.`];
  }
  if (countries.length === 0) return [];
  const covered = await namesOfCountries([...new Set(countries.flatMap(({ codes }) => codes))]);
  const uncovered = await uncoveredIn(asked, labelOf(area), covered, pause);
  if (uncovered.length === 0) return [];
  return [
    `No source of ${named(id)} covers ${uncovered.slice(0, maxCountries).join(", ")}: they are of ${covered.slice(0, maxListed).join(", ")}.`,
  ];
}

/**
 * A selection of what only some places have a source of: that there is none for its area is said,
 * and makes no answer incomplete.
 */
export async function apartFromPlace<Selected extends Covered>(
  selection: Selected,
  context: Pick<ToolContext, "pause">,
): Promise<{ readonly selection: Selected; readonly outside: readonly string[] }> {
  const outside = await uncoveredPlace(selection.collection, selection.area, context);
  const uncovered = selection.uncovered.filter((each) => !outside.includes(each));
  return { selection: { ...selection, uncovered }, outside };
}

interface Covered {
  readonly collection: Pick<CollectionInfo, "id" | "coverage">;
  readonly area: Area | null;
  readonly uncovered: readonly string[];
}

function labelOf(area: Area): string | undefined {
  return area.kind === "region" && area.region.named ? area.region.label : undefined;
}

/** A page of this many tells what a country has; outlines may take hundreds of kB each. */
const pageSizes = { points: 1000, outlines: 100 };

/**
 * What the sources of a collection lack in the countries of an area, as they declare; else what it
 * has there: it is not known to cover the others, nor other categories. Detections are of the
 * world.
 */
export async function notKnownIn(
  info: CollectionInfo,
  area: Area | null,
  context: ToolContext,
): Promise<string[]> {
  const { id, roles, coverage } = info;
  const isOfFires = roles.category !== undefined || roles.fire !== undefined;
  if (!area || !isOfFires || roles.strength !== undefined || context.onSelection) return [];
  if (isSimulations(context.client, id)) return [];
  const here = await countriesIn(flatBox(area.bbox), labelOf(area), context.pause);
  if (here.length > maxCountries) return [];
  const declared = coverage?.countries ?? [];
  if (declared.length > 0) return withoutSource(named(id), declared, here);
  const said = here.map(async (country) => {
    const found = await foundIn(country, info, context);
    if (!found) return [];
    const { isEmpty, categories } = found;
    if (isEmpty) return [`${named(id)} has nothing in ${country}: it is not known to cover it.`];
    if (categories.length === 0) return [];
    return [
      `In ${country}, ${named(id)} has only ${listNames(categories)}: others are not known to be covered.`,
    ];
  });
  return (await Promise.all(said)).flat();
}

/** Of countries that some category covers: which others do not. */
async function withoutSource(
  name: string,
  declared: Coverage["countries"],
  here: readonly string[],
): Promise<string[]> {
  const covered = await Promise.all(
    declared.map(async ({ category, codes }) => ({
      category,
      countries: await namesOfCountries(codes),
    })),
  );
  const isOf = (country: string) => (name: string) =>
    name === country || name.endsWith(`, ${country}`);
  return here.flatMap((country) => {
    const lacking = covered.filter(({ countries }) => !countries.some(isOf(country)));
    if (lacking.length === 0 || lacking.length === covered.length) return [];
    const categories = lacking.map(({ category }) => cleanText(category, 60));
    return [`In ${country}, no source of ${name} has ${listNames(categories)}.`];
  });
}

/** What is in a country; null if one page does not tell. */
async function foundIn(
  country: string,
  info: CollectionInfo,
  { client, signal, pause }: ToolContext,
): Promise<{ isEmpty: boolean; categories: string[] } | null> {
  const bbox = await boxOfCountry(country);
  if (!bbox) return null;
  const limit = pageSizes[info.roles.fire === undefined ? "points" : "outlines"];
  const query = { bbox, limit, onInvalid: "skip" as const, signal, pause };
  const page = await ifOffered(client.features.page(info.id, query));
  if (!page) return null;
  const locator = await AreaLocator.open("country", pause);
  const categories = new Set<string>();
  let isEmpty = true;
  await eachInTurns(page.features, pause, ({ geometry, properties }) => {
    const point = geometry && representativePoint(geometry);
    if (!point || locator.labelAt(wrapLongitude(point[0]), point[1]) !== country) return;
    isEmpty = false;
    const category = ownProperty(properties, rolesOf(properties, info).category);
    if (typeof category === "string") categories.add(cleanText(category, 60));
  });
  return page.next === null ? { isEmpty, categories: [...categories].sort() } : null;
}
