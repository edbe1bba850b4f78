import { MapModel, noSource } from "@emberline/map-app/content/map-model";
import { rowsOf } from "@emberline/map-app/content/rows";
import { effect, untracked } from "@preact/signals";
import { ApiError } from "../server/api.ts";
import { answerOf } from "../server/calls.ts";
import type { Playground } from "../state/playground.ts";
import { awaitFirstWeek } from "./first-week.ts";

/** No call of the page has it. */
const noCall = 0;

/** The map of the answer that is shown; before any, of the newest week. */
export function createPageMap({ api, calls, map, tools }: Playground): {
  readonly model: MapModel;
  close(): void;
} {
  const model = new MapModel(
    async (name, args, signal) => (await api.callForPage(name, args, signal)).value,
    map,
  );
  let end = new AbortController();
  const showFirstWeek = async (ended: AbortSignal) => {
    const week = await awaitFirstWeek(api, ended);
    if (ended.aborted || !week) return;
    const { shown, summary } = week;
    const { time = null } = shown.arguments;
    const rows = summary ? rowsOf(summary, { id: noCall, tool: "summarize_features" }) : [];
    model.show({ ...noSource, rows, asOfMs: shown.interval[1], time }, shown);
  };
  const stop = effect(() => {
    const call = calls.shown.value;
    const isReady = tools.value.length > 0;
    end.abort();
    end = new AbortController();
    const answer = answerOf(call);
    if (call && answer) {
      const { id, tool, args, by } = call;
      untracked(() => model.showAnswer({ id, tool, args, isLinked: by === "link" }, answer.value));
    } else if (isReady) {
      const { signal: ended } = end;
      showFirstWeek(ended).catch((error) => {
        // The map stays empty; the page says elsewhere that the server does not answer.
        if (!ended.aborted && !(error instanceof ApiError)) throw error;
      });
    }
  });
  return {
    model,
    close() {
      end.abort();
      stop();
      model.close();
    },
  };
}
