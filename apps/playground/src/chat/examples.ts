import { daysInWords } from "@emberline/map-app/answer/words";
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Api } from "../server/api.ts";
import type { ToolCall } from "../server/calls.ts";
import type { Status } from "../server/status.ts";
import { daysBefore, daysUpTo, fireDays, monthInWords, type Survey, survey } from "./survey.ts";

/** A question, and the calls that a good model would make for it. */
export interface Example {
  readonly question: string;
  readonly calls: readonly ToolCall[];
}

/** How many there are at most. */
export const exampleCount = 6;

/** Questions that the loaded data can answer, the most telling first. */
function examplesFor({ hotspots, place, fire, hasSimulations, hasPower }: Survey): Example[] {
  const found: Example[] = [];
  const add = (question: string, ...calls: ToolCall[]) => found.push({ question, calls });
  const collection = hotspots?.id;
  const day = (back: number) => daysBefore(hotspots!.newestMs, back);
  const week = hotspots ? daysInWords(day(6), day(0)) : "";
  const time = hotspots ? daysUpTo(hotspots.newestMs, 7) : "";
  const within = place?.region ? `${place.region}, ${place.country}` : null;
  if (hotspots && place) {
    const near = [place.name, place.region, place.country].filter(Boolean).join(", ");
    const area = { near, radius_km: 60, time };
    add(
      `How many fires are near ${place.name}, ${place.region || place.country} (${week}), and are they still growing?`,
      { tool: "assess_location", args: area },
      { tool: "summarize_features", args: { collection, ...area, group_by: ["cluster"] } },
    );
  }
  if (fire) {
    // By its days: a click sends the question as the person's own, so no name of the data is in it.
    const days = daysInWords(daysBefore(fire.newestMs, fireDays - 1), daysBefore(fire.newestMs, 0));
    const args = { fire: fire.id };
    add(`How has the largest fire of ${days} grown?`, { tool: "assess_fire", args });
  }
  if (hotspots && within) {
    const [before, after] = [`${day(4)}/${day(2)}`, `${day(1)}/${day(0)}`];
    add(
      `What changed in ${place!.region} between ${daysInWords(day(4), day(2))} and ${daysInWords(day(1), day(0))}?`,
      { tool: "compare_periods", args: { collection, within, before, after } },
    );
  }
  if (hotspots) {
    const byCountry = { group_by: ["country"], sort: "-count", limit: 10 };
    const args = { collection, time, ...byCountry };
    add(`Where on earth was it burning, ${week}?`, { tool: "summarize_features", args });
  }
  if (hasSimulations)
    add("Which forecasts of fire spread are the newest?", {
      tool: "list_simulations",
      args: { limit: 10 },
    });
  if (hotspots && hasPower) {
    const args = { collection, time, sort: "-frp", limit: 10 };
    add(`Which detections were the strongest, ${week}?`, { tool: "query_features", args });
  }
  return found;
}

/** The call whose tokens the first view compares with those of raw GeoJSON. */
function figureFor({ hotspots, place }: Survey): Figure | null {
  if (!hotspots) return null;
  const month = daysBefore(hotspots.newestMs, 0).slice(0, 7);
  const within = place?.region ? { within: `${place.region}, ${place.country}` } : {};
  return {
    what: `${place?.region || "All detections"}, ${monthInWords(hotspots.newestMs)}`,
    tool: "summarize_features",
    args: { collection: hotspots.id, ...within, time: month, group_by: ["day"] },
  };
}

/** The figure of the first view. */
export interface Figure extends ToolCall {
  readonly what: string;
}

export interface Start {
  /** Null while they are looked for. */
  readonly examples: Signal<readonly Example[] | null>;
  readonly figure: Signal<Figure | null>;
  /** Looks for them; once is enough. */
  load(): Promise<void>;
}

/** What the first view offers, from what is loaded. */
export function createStart(api: Api, status: ReadonlySignal<Status | null>): Start {
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
        const found = await survey(api, status.value?.data ?? null);
        examples.value = examplesFor(found);
        figure.value = figureFor(found);
      } finally {
        isLoading = false;
      }
    },
  };
}
