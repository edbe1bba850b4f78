import { isObject } from "@emberline/map-app/answer/json";
import { useEffect, useState } from "preact/hooks";
import type { Exchange } from "../chat/exchange.ts";
import { rawTokensOf, usageOf } from "../chat/usage.ts";
import type { RawSize } from "../server/api.ts";
import { answerOf, type Call } from "../server/calls.ts";
import { usePlayground } from "../state/playground.ts";

/** What the conversation costs of the model's context, and what raw GeoJSON would. */
export function Meter() {
  const { ask, calls } = usePlayground();
  const { conversation, model } = ask;
  const exchanges = conversation.exchanges.value;
  const callsOf = (asked: readonly Exchange[]) => {
    const ids = asked.flatMap(({ steps }) =>
      steps.flatMap((step) => (step.kind === "call" ? [step.callId] : [])),
    );
    return calls.all.value.filter(
      ({ id, outcome }) => ids.includes(id) && outcome.state === "answered",
    );
  };
  const answered = callsOf(exchanges);
  // Nothing is asked for a question that was stopped, or may still be.
  const raw = useRawTokens(callsOf(exchanges.filter(({ state }) => state === "done")));
  const isAsked = exchanges.some(({ by }) => by === "model");
  const usage = usageOf(exchanges, calls.all.value, isAsked ? conversation.schemas.value : null);
  if (answered.length === 0 && !isAsked) return null;
  const context = isAsked ? (model.value?.contextTokens ?? null) : null;
  // Without a model, calls and answers are compared with what they replace.
  const whole = context ?? Math.max(raw?.tokens ?? 0, usage.total);
  return (
    <div class={`meter${usage.total > whole ? " over" : ""}`}>
      <p class="meter-used">
        {usage.isExact ? "" : "about "}
        {count(usage.total)} {context === null ? "tokens" : `of ${count(context)} tokens`}
      </p>
      {(context !== null || raw) && (
        <meter
          min={0}
          max={whole}
          value={Math.min(usage.total, whole)}
          aria-label="Tokens of this conversation"
          title={partsOf(usage)}
        />
      )}
      <p class="meter-raw">
        {raw ? `raw GeoJSON would be ${raw.isExact ? "" : "about "}${count(raw.tokens)}` : ""}
      </p>
      {context !== null && (
        <p class="meter-parts">
          {usage.total > whole
            ? "More than the model reads: start a new conversation, or set a larger context."
            : partsOf(usage)}
        </p>
      )}
    </div>
  );
}

function partsOf({ schemas, words, answers }: ReturnType<typeof usageOf>): string {
  const parts = [
    ...(schemas > 0 ? [`schemas ${count(schemas)}`] : []),
    `calls and words ${count(words)}`,
    `answers ${count(answers)}`,
  ];
  return parts.join(" · ");
}

/** The sum of the raw tokens of calls; null while none is known. */
function useRawTokens(answered: readonly Call[]): RawSize | null {
  const { api } = usePlayground();
  const [known, setKnown] = useState<ReadonlyMap<number, RawSize | null>>(new Map());
  const open = answered.filter(({ id }) => !known.has(id));
  const openIds = open.map(({ id }) => id).join();
  useEffect(() => {
    let isCurrent = true;
    for (const call of open)
      void rawTokensOf(api, call).then((raw) => {
        if (isCurrent) setKnown((before) => new Map([...before, [call.id, raw]]));
      });
    return () => {
      isCurrent = false;
    };
  }, [openIds]);
  // Calls that select the same features would need them once.
  const bySelection = new Map<string, RawSize>();
  for (const call of answered) {
    const raw = known.get(call.id);
    if (raw) bySelection.set(selectionKey(call), raw);
  }
  const found = [...bySelection.values()];
  if (found.length === 0) return null;
  return {
    tokens: found.reduce((sum, { tokens }) => sum + tokens, 0),
    isExact: found.every(({ isExact }) => isExact),
  };
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
