import type { JsonObject } from "@emberline/map-app/answer/json";
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Api } from "../server/api.ts";
import type { Calls } from "../server/calls.ts";
import type { Status } from "../server/status.ts";
import { type ChosenModel, remembered } from "./chosen-model.ts";
import { Conversation } from "./conversation.ts";
import { createStart, type Start } from "./examples.ts";

/** What the Ask tab keeps while other tabs are open. */
export interface Ask {
  /** The model that answers; null if none was chosen. */
  readonly model: Signal<ChosenModel | null>;
  /** Whether the dialog that chooses it is open. */
  readonly isChoosing: Signal<boolean>;
  readonly conversation: Conversation;
  readonly start: Start;
  /** What the person is writing. */
  readonly draft: Signal<string>;
  /** Asks about an area of the map, as arguments: the model, or without one by ready calls. */
  askAbout(area: JsonObject, time: string | null): Promise<void>;
}

export function createAsk(
  api: Api,
  calls: Calls,
  fetch: typeof globalThis.fetch,
  status: ReadonlySignal<Status | null>,
): Ask {
  const model = signal(remembered());
  const conversation = new Conversation({ api, calls, fetch, model, status });
  return {
    model,
    isChoosing: signal(false),
    conversation,
    start: createStart(api, status),
    draft: signal(""),
    askAbout(area, time) {
      const when = time === null ? "" : ` (${time.replace("/", " to ")})`;
      const [what, where] = area.bbox
        ? ["box", `bbox ${[area.bbox].flat().join(", ")}`]
        : ["circle", `${area.radius_km} km around ${area.near ?? `${area.lat},${area.lon}`}`];
      if (model.value)
        return conversation.ask(
          `How many fires are in this ${what}, and are they growing: ${where}${when}?`,
        );
      const args = { ...area, ...(time !== null && { time }) };
      const collection = status.value?.data?.collections.find(
        ({ layer }) => layer === "hotspots",
      )?.id;
      return conversation.runReady(`What burns in this ${what}${when}?`, [
        { tool: "assess_location", args },
        ...(collection === undefined
          ? []
          : [
              {
                tool: "summarize_features",
                args: { collection, ...args, group_by: ["cluster"] },
              },
            ]),
      ]);
    },
  };
}
