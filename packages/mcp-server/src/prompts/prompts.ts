import { didYouMean, quoted } from "@emberline/tools";
import { invalidParams } from "../common/handlers.ts";

interface PromptArgument {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly required: boolean;
}

/** A question that people ask often, with the way to a careful answer. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** The tools that its text names. */
  readonly tools: readonly string[];
  /** @param given the arguments as JSON texts, so that nothing in them reads as instructions */
  text(given: Readonly<Record<string, string>>): string;
}

const careful =
  "State first how old the newest observation is. Keep forecasts apart from observations, pass on the notices, and never word the absence of detections as safety.";

const area = {
  name: "area",
  title: "Area",
  description: "A country, state, county of the USA, island, range or park, such as Oregon",
  required: true,
};
const collection = {
  name: "collection",
  title: "Collection",
  description: "Id of a collection; default: detections and perimeters",
  required: false,
};

const prompts: readonly Prompt[] = [
  {
    name: "fire_situation",
    title: "Fire situation at a place",
    description: "What burns near a place now, how near, and what is not known",
    arguments: [
      {
        name: "place",
        title: "Place",
        description: "A town with its region, or lat,lon",
        required: true,
      },
      {
        name: "radius_km",
        title: "Radius in km",
        description: "How far to look (default 50)",
        required: false,
      },
    ],
    tools: ["assess_location", "show_map"],
    text: ({ place, radius_km: radius }) =>
      `What is the fire situation near ${place}? Call assess_location with near ${place}${radius ? ` and radius_km ${radius}` : ""}. Tell the nearest perimeter and the nearest detection that is not likely industrial, with distance, direction and age; towns close to them; and simulations. Then call show_map for the same area. ${careful}`,
  },
  {
    name: "morning_briefing",
    title: "Morning briefing for a region",
    description: "What changed since yesterday in an area, largest first, on one page",
    arguments: [area],
    tools: ["assess_location", "compare_periods", "list_simulations", "show_map"],
    text: ({ area: within }) =>
      `Write a morning briefing on fires within ${within}, at most one page. Call assess_location with within ${within} and time "last 24h"; compare_periods of perimeters and of hotspots within ${within}, before "yesterday", after "today"; list_simulations within ${within} since "yesterday"; and show_map within ${within} for the last 24 hours. Begin with new and grown fires, largest first, with areas and nearby towns; then detections without a known source; then forecasts; last what could not be observed. ${careful}`,
  },
  {
    name: "fire_or_industry",
    title: "Is this hotspot a fire or industry?",
    description: "Weighs what speaks for a fire and what for an industrial or volcanic source",
    arguments: [
      {
        name: "place",
        title: "Position or place",
        description: "lat,lon of the hotspot, or a place near it",
        required: true,
      },
    ],
    tools: ["assess_location", "query_features", "summarize_features"],
    text: ({ place }) =>
      `Is the hotspot at ${place} a fire, or an industrial or volcanic heat source? Call assess_location with near ${place}, radius_km 10 and time "last 30 days"; query_features of hotspots there with static_source_km 5 and sort "distance"; and summarize_features of hotspots within radius_km 2 by day. A known static source within a kilometre, or heat on most days at one spot, speaks for industry; a perimeter, spread over kilometres within days, or a first appearance speaks for a fire. Say which it is likely, how sure that is, and what would decide it. ${careful}`,
  },
  {
    name: "compare_days",
    title: "Compare two days",
    description: "What is new, has grown or was not seen again between two days",
    arguments: [
      area,
      {
        name: "first_day",
        title: "First day",
        description: "A date such as 2026-07-01, or yesterday",
        required: true,
      },
      {
        name: "second_day",
        title: "Second day",
        description: "A date such as 2026-07-02, or today",
        required: true,
      },
      collection,
    ],
    tools: ["compare_periods", "list_collections"],
    text: ({ area: within, first_day: first, second_day: second, collection: id }) =>
      `Compare the fires within ${within} on two days. Call compare_periods with within ${within}, before ${first}, after ${second} and ${id ? `collection ${id}` : "once for the hotspots and once for the perimeters (list_collections has the ids)"}. Tell what is new, what has grown and by how much, and what was not seen again: that may mean no observation. ${careful}`,
  },
  {
    name: "fire_story",
    title: "Story of a fire",
    description: "How one fire began, grew and stands now",
    arguments: [
      {
        name: "fire",
        title: "Fire",
        description: "A name with year or state, such as Palisades 2025, or an id",
        required: true,
      },
    ],
    tools: ["assess_fire", "show_map"],
    text: ({ fire }) =>
      `Tell the story of the fire ${fire}. Call assess_fire with fire ${fire}; if several fires have the name, ask which one. Then call show_map with fire ${fire}. Tell when it was first and last mapped, how it grew, which towns are near its edge, the newest detections, and forecasts. ${careful}`,
  },
  {
    name: "explain_filter",
    title: "Explain a filter",
    description: "Says in plain words what a CQL2 filter selects, and whether it is valid",
    arguments: [
      {
        name: "filter",
        title: "Filter",
        description: "CQL2 text, such as frp > 50 AND confidence = 'h'",
        required: true,
      },
      { ...collection, description: "Id of the collection that it filters", required: true },
    ],
    tools: ["describe_collection", "query_features"],
    text: ({ filter, collection: id }) =>
      `Explain in plain words what the CQL2 filter ${filter} selects from the collection ${id}. Call describe_collection with collection ${id} for the meaning, units and values of its properties; then query_features with collection ${id}, filter ${filter} and limit 3 to see whether it is valid and what it matches. Go through its conditions one by one, with units; name conditions that match nothing or everything; and propose a shorter or safer form if there is one.`,
  },
];

/**
 * The prompt of this name.
 *
 * @throws {ProtocolError} when there is none
 */
export function promptNamed(name: string, offered: readonly Prompt[]): Prompt {
  const prompt = offered.find((each) => each.name === name);
  if (prompt) return prompt;
  const names = offered.map((each) => each.name);
  throw invalidParams(
    `There is no prompt ${quoted(name, 60)}.${didYouMean(name, names)} The prompts are ${names.join(", ") || "none"}.`,
  );
}

/** Prompts whose tools are all offered. */
export function offeredPrompts(isOffered: (tool: string) => boolean): readonly Prompt[] {
  return prompts.filter(({ tools }) => tools.every(isOffered));
}
