import type { JsonObject } from "@emberline/map-app/answer/json";
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Api } from "../server/api.ts";
import type { Calls } from "../server/calls.ts";
import type { Status } from "../server/status.ts";
import { remembered } from "./chosen-model.ts";
import { Conversation } from "./conversation.ts";
import { createStart } from "./examples.ts";

/** What the Ask tab keeps while other tabs are open. */
export function createAsk(
  api: Api,
  calls: Calls,
  fetch: typeof globalThis.fetch,
  status: ReadonlySignal<Status | null>,
) {
  /** The model that answers; null if none was chosen. */
  const model = signal(remembered());
  const conversation = new Conversation({ api, calls, fetch, model, status });
  return {
    model,
    /** Whether the dialog that chooses it is open. */
    isChoosing: signal(false),
    conversation,
    start: createStart(api, status),
    /** What the person is writing. */
    draft: signal(""),
    /** Asks about an area of the map, as arguments: the model, or without one by ready calls. */
    askAbout(area: JsonObject, time: string | null): Promise<void> {
      const when = time === null ? "" : ` (${time.replace("/", " to ")})`;
      const [what, where] = area.bbox
        ? ["box", `bbox ${[area.bbox].flat().join(", ")}`]
        : ["circle", `${area.radius_km} km around ${area.near ?? `${area.lat},${area.lon}`}`];
      if (model.value)
        return conversation.ask(
          `How many fires are in this ${what}, and are they growing: ${where}${when}?`,
        );
      const args = { ...area, ...(time !== null && { time }) };
      const hotspots = status.value?.data?.collections.find(({ layer }) => layer === "hotspots");
      const clusters = { collection: hotspots?.id, ...args, group_by: ["cluster"] };
      return conversation.runReady(`What burns in this ${what}${when}?`, [
        { tool: "assess_location", args },
        ...(hotspots ? [{ tool: "summarize_features", args: clusters }] : []),
      ]);
    },
  };
}
