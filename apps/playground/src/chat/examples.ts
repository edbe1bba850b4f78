import { daysInWords } from "@emberline/map-app/answer/words";
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Api } from "../server/api.ts";
import type { ToolCall } from "../server/calls.ts";
import type { Status } from "../server/status.ts";
import { daysBefore, daysUpTo, fireDays, type Survey, survey } from "./survey.ts";

/** A question, and the calls that a good model would make for it. */
export interface Example {
  readonly question: string;
  readonly calls: readonly ToolCall[];
}

/**
 * Questions that the loaded data can answer, the most telling first; null where it is not known yet
 * whether it can.
 */
function examplesFor(known: Partial<Survey>): (Example | null)[] {
  const { hotspots, place, fire, hasSimulations, hasPower } = known;
  const found: (Example | null)[] = [];
  /** A part that is undefined is not known yet; null and false have no example. */
  const add = <Part>(part: Part | undefined, exampleOf: (part: NonNullable<Part>) => Example) => {
    if (part === undefined) found.push(null);
    else if (part) found.push(exampleOf(part));
  };
  const collection = hotspots?.id;
  const day = (back: number) => daysBefore(hotspots!.newestMs, back);
  const week = hotspots ? daysInWords(day(6), day(0)) : "";
  const time = hotspots ? daysUpTo(hotspots.newestMs, 7) : "";
  add(place, ({ name, region, country }) => {
    const near = [name, region, country].filter(Boolean).join(", ");
    const area = { near, radius_km: 60, time };
    return {
      question: `How many fires are near ${name}, ${region || country} (${week}), and are they still growing?`,
      calls: [
        { tool: "assess_location", args: area },
        { tool: "summarize_features", args: { collection, ...area, group_by: ["cluster"] } },
      ],
    };
  });
  add(fire, ({ id, newestMs }) => {
    // By its days: a click sends the question as the person's own, so no name of the data is in it.
    const days = daysInWords(daysBefore(newestMs, fireDays - 1), daysBefore(newestMs, 0));
    return {
      question: `How has one of the largest fires of ${days} grown?`,
      calls: [{ tool: "assess_fire", args: { fire: id } }],
    };
  });
  add(place && (place.region ? place : null), ({ region, country }) => {
    const [before, after] = [`${day(4)}/${day(2)}`, `${day(1)}/${day(0)}`];
    const args = { collection, within: `${region}, ${country}`, before, after };
    return {
      question: `What changed in ${region} between ${daysInWords(day(4), day(2))} and ${daysInWords(day(1), day(0))}?`,
      calls: [{ tool: "compare_periods", args }],
    };
  });
  add(hotspots, () => {
    const byCountry = { group_by: ["country"], sort: "-count", limit: 10 };
    return {
      question: `Where on earth was it burning, ${week}?`,
      calls: [{ tool: "summarize_features", args: { collection, time, ...byCountry } }],
    };
  });
  add(hasSimulations, () => ({
    question: "Which forecasts of fire spread are the newest?",
    calls: [{ tool: "list_simulations", args: { limit: 10 } }],
  }));
  add(hasPower, () => ({
    question: `Which detections were the strongest, ${week}?`,
    calls: [{ tool: "query_features", args: { collection, time, sort: "-frp", limit: 10 } }],
  }));
  return found;
}

/** The call whose tokens the first view compares with those of raw GeoJSON. */
function figureFor({ hotspots, place }: Partial<Survey>): Figure | null {
  if (!hotspots) return null;
  const month = daysBefore(hotspots.newestMs, 0).slice(0, 7);
  const inWords = { timeZone: "UTC", month: "long", year: "numeric" } as const;
  const when = new Date(hotspots.newestMs).toLocaleDateString("en-GB", inWords);
  const within = place?.region ? { within: `${place.region}, ${place.country}` } : {};
  return {
    what: `${place?.region || "All detections"}, ${when}`,
    tool: "summarize_features",
    args: { collection: hotspots.id, ...within, time: month, group_by: ["day"] },
  };
}

/** The figure of the first view. */
export interface Figure extends ToolCall {
  readonly what: string;
}

/** What the first view offers, from what is loaded. */
export function createStart(api: Api, status: ReadonlySignal<Status | null>) {
  /** In their order; null where one is still looked for. */
  const examples = signal<readonly (Example | null)[]>(examplesFor({}));
  const figure = signal<Figure | null>(null);
  let isLoading = false;
  return {
    examples,
    figure,
    /** Looks for them; once is enough. */
    async load(): Promise<void> {
      if (isLoading || examples.value.some((each) => each !== null)) return;
      isLoading = true;
      let known: Partial<Survey> = {};
      try {
        await survey(api, status.value?.data ?? null, (part) => {
          known = { ...known, ...part };
          examples.value = examplesFor(known);
        });
        figure.value = figureFor(known);
      } finally {
        isLoading = false;
      }
    },
  };
}
