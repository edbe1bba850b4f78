import { isObject } from "@emberline/map-app/answer/json";
import { useLoaded } from "@emberline/map-app/ui/hooks";
import { useRef } from "preact/hooks";
import { rawTokensOf, usageOf } from "../chat/usage.ts";
import { Share } from "../common/share.tsx";
import type { RawSize } from "../server/api.ts";
import { answerOf, type Call } from "../server/calls.ts";
import { usePlayground } from "../state/playground.ts";

/** What the conversation costs of the model's context, and what raw GeoJSON would. */
export function Meter() {
  const { ask, calls } = usePlayground();
  const { conversation, model } = ask;
  const exchanges = conversation.exchanges.value;
  // Nothing is asked for a question that was stopped, or may still be.
  const done = exchanges.filter(({ state }) => state === "done").flatMap(({ steps }) => steps);
  const ids = done.map((step) => (step.kind === "call" ? step.callId : null));
  const raw = useRawTokens(
    calls.all.value.filter((call) => ids.includes(call.id) && answerOf(call)),
  );
  const isAsked = exchanges.some(({ by }) => by === "model");
  const usage = usageOf(exchanges, calls.all.value, isAsked ? conversation.schemas.value : null);
  if (usage.total === 0) return null;
  const context = isAsked ? (model.value?.contextTokens ?? null) : null;
  // Without a model, calls and answers are compared with what they replace.
  const whole = context ?? Math.max(raw?.tokens ?? 0, usage.total);
  const isOver = usage.total > whole;
  const schemas = usage.schemas > 0 ? `schemas ${count(usage.schemas)} · ` : "";
  const parts = `${schemas}calls and words ${count(usage.words)} · answers ${count(usage.answers)}`;
  return (
    <div class={`meter bar count${isOver ? " over" : ""}`}>
      <p class="meter-used">
        {usage.isExact ? "" : "about "}
        {count(usage.total)} {context === null ? "tokens" : `of ${count(context)} tokens`}
      </p>
      {(context !== null || raw) && (
        <div class="meter-bar" title={parts}>
          <Share part={usage.total / whole} />
        </div>
      )}
      <p class="meter-raw">
        {raw ? `raw GeoJSON would be ${raw.isExact ? "" : "about "}${count(raw.tokens)}` : ""}
      </p>
      {context !== null && (
        <p class="meter-parts">
          {isOver
            ? "More than the model reads: start a new conversation, or set a larger context."
            : parts}
        </p>
      )}
    </div>
  );
}

/** The sum of the raw tokens of calls; null while none is known. */
function useRawTokens(answered: readonly Call[]): RawSize | null | undefined {
  const { api } = usePlayground();
  const asked = useRef(new Map<string, Promise<RawSize | null>>()).current;
  // Calls that select the same features would need them once.
  const selections = new Map(answered.map((call) => [selectionKey(call), call]));
  return useLoaded(async () => {
    for (const [key, call] of selections)
      if (!asked.has(key)) asked.set(key, rawTokensOf(api, call));
    const sizes = await Promise.all([...selections.keys()].map((key) => asked.get(key)!));
    const found = sizes.filter((each) => each !== null);
    if (found.length === 0) return null;
    return {
      tokens: found.reduce((sum, { tokens }) => sum + tokens, 0),
      isExact: found.every(({ isExact }) => isExact),
    };
  }, [...selections.keys()].join());
}

/** The same for calls that select the same features. */
function selectionKey(call: Call): string {
  const { selection } = answerOf(call)?.value ?? {};
  if (!isObject(selection)) return String(call.id);
  const { collection, area, interval, filter } = selection;
  return JSON.stringify([collection, area, interval, filter]);
}

function count(tokens: number): string {
  return tokens.toLocaleString("en");
}
