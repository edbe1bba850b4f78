import { MapModel, noSource } from "@emberline/map-app/content/map-model";
import { rowsOf } from "@emberline/map-app/content/rows";
import { effect, untracked } from "@preact/signals";
import { answerOf } from "../server/calls.ts";
import type { DataStatus } from "../server/status.ts";
import type { Playground } from "../state/playground.ts";
import { firstWeek } from "./first-week.ts";

/** No call of the page has it. */
const noCall = 0;

/** The map of the answer that is shown; before any, of the newest week. */
export function createPageMap({ api, calls, map, status }: Playground): {
  readonly model: MapModel;
  close(): void;
} {
  const model = new MapModel(
    async (name, args, signal) => (await api.callForPage(name, args, signal)).value,
    map,
  );
  let end = new AbortController();
  const showFirstWeek = async (data: DataStatus | null, ended: AbortSignal) => {
    const week = await firstWeek(api, data, ended).catch((error) => {
      if (!ended.aborted) throw error;
    });
    if (ended.aborted || !week) return;
    const { shown, endMs, summary } = week;
    const { time = null } = shown.arguments;
    const rows = summary ? rowsOf(summary, { id: noCall, tool: "summarize_features" }) : [];
    model.show({ ...noSource, rows, asOfMs: endMs, time }, shown);
  };
  const stop = effect(() => {
    const call = calls.shown.value;
    const known = status.value;
    end.abort();
    end = new AbortController();
    const answer = answerOf(call);
    if (call && answer) {
      const { id, tool, args, by } = call;
      untracked(() => model.showAnswer({ id, tool, args, isLinked: by === "link" }, answer.value));
    } else if (known) {
      void showFirstWeek(known.data, end.signal);
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
