import { type Signal, signal } from "@preact/signals";
import { daysInWords } from "../common/words.ts";
import type { Api } from "../server/api.ts";
import type { ToolCall } from "../server/calls.ts";
import { daysBefore, monthInWords, type Survey, survey } from "./survey.ts";

/** A question, and the calls that a good model would make for it. */
export interface Example {
  readonly question: string;
  readonly calls: readonly ToolCall[];
}

/** How many a first view shows. */
export const exampleCount = 6;

/** Questions that the loaded data can answer, the most telling first. */
function examplesFor(found: Survey): Example[] {
  return [
    ...aroundPlace(found),
    ...ofFire(found),
    ...ofRegion(found),
    ...ofWeek(found),
    ...ofSimulations(found),
    ...strongest(found),
  ].slice(0, exampleCount);
}

/** The call whose tokens the first view compares with those of raw GeoJSON. */
function figureFor({ hotspots, place }: Survey): (ToolCall & { what: string }) | null {
  if (!hotspots) return null;
  const month = hotspots.newest.slice(0, 7);
  const within = place?.region ? { within: `${place.region}, ${place.country}` } : {};
  return {
    what: `${place?.region || "All detections"}, ${monthInWords(hotspots.newest)}`,
    tool: "summarize_features",
    args: { collection: hotspots.id, ...within, time: month, group_by: ["day"] },
  };
}

function aroundPlace({ hotspots, place }: Survey): Example[] {
  if (!hotspots || !place) return [];
  const { from, to, time } = newestWeek(hotspots.newest);
  const near = [place.name, place.region, place.country].filter((each) => each !== "").join(", ");
  const area = { near, radius_km: 60, time };
  return [
    {
      question: `How many fires are near ${place.name}, ${place.region || place.country} (${daysInWords(from, to)}), and are they still growing?`,
      calls: [
        { tool: "assess_location", args: area },
        {
          tool: "summarize_features",
          args: { collection: hotspots.id, ...area, group_by: ["cluster"] },
        },
      ],
    },
  ];
}

function ofFire({ fire }: Survey): Example[] {
  if (!fire) return [];
  return [
    {
      question: `How has the fire ${fire.name} grown?`,
      calls: [{ tool: "assess_fire", args: { fire: fire.id } }],
    },
  ];
}

function ofRegion({ hotspots, place }: Survey): Example[] {
  if (!hotspots || !place?.region) return [];
  const { newest } = hotspots;
  const day = (back: number) => daysBefore(newest, back);
  return [
    {
      question: `What changed in ${place.region} between ${daysInWords(day(4), day(2))} and ${daysInWords(day(1), day(0))}?`,
      calls: [
        {
          tool: "compare_periods",
          args: {
            collection: hotspots.id,
            within: `${place.region}, ${place.country}`,
            before: `${day(4)}/${day(2)}`,
            after: `${day(1)}/${day(0)}`,
          },
        },
      ],
    },
  ];
}

function ofWeek({ hotspots }: Survey): Example[] {
  if (!hotspots) return [];
  const { from, to, time } = newestWeek(hotspots.newest);
  return [
    {
      question: `Where on earth was it burning, ${daysInWords(from, to)}?`,
      calls: [
        {
          tool: "summarize_features",
          args: {
            collection: hotspots.id,
            time,
            group_by: ["country"],
            sort: "-count",
            limit: 10,
          },
        },
      ],
    },
  ];
}

function ofSimulations({ hasSimulations }: Survey): Example[] {
  if (!hasSimulations) return [];
  return [
    {
      question: "Which forecasts of fire spread are the newest?",
      calls: [{ tool: "list_simulations", args: { limit: 10 } }],
    },
  ];
}

function strongest({ hotspots, hasPower }: Survey): Example[] {
  if (!hotspots || !hasPower) return [];
  const { from, to, time } = newestWeek(hotspots.newest);
  return [
    {
      question: `Which detections were the strongest, ${daysInWords(from, to)}?`,
      calls: [
        {
          tool: "query_features",
          args: { collection: hotspots.id, time, sort: "-frp", limit: 10 },
        },
      ],
    },
  ];
}

function newestWeek(newest: string) {
  const from = daysBefore(newest, 6);
  const to = newest.slice(0, 10);
  return { from, to, time: `${from}/${to}` };
}

/** The figure of the first view. */
export interface Figure {
  readonly what: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface Start {
  /** Null while they are looked for. */
  readonly examples: Signal<readonly Example[] | null>;
  readonly figure: Signal<Figure | null>;
  /** Looks for them; once is enough. */
  load(): Promise<void>;
}

/** What the first view offers, from what is loaded. */
export function createStart(api: Api): Start {
  const examples = signal<readonly Example[] | null>(null);
  const figure = signal<Figure | null>(null);
  let isLoading = false;
  return {
    examples,
    figure,
    async load() {
      if (isLoading || (examples.value?.length ?? 0) > 0) return;
      isLoading = true;
      try {
        const found = await survey(api);
        examples.value = examplesFor(found);
        figure.value = figureFor(found);
      } finally {
        isLoading = false;
      }
    },
  };
}
