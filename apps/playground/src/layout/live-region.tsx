import { useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { headlineOf } from "../answer/headline.ts";
import type { Call } from "../calls/call.ts";
import { usePlayground } from "../state/playground.ts";

/** The one live region of the page; it stays, since browsers do not speak a region that appears. */
export function LiveRegion() {
  const { announce, calls } = usePlayground();
  const said = useRef<Call | null>(null);
  useSignalEffect(() => {
    // A model's calls are steps of an answer that the conversation announces.
    const last = calls.all.value.findLast(({ by }) => by !== "model") ?? null;
    if (last === null || last === said.current) return;
    said.current = last;
    announce.value = sentenceOf(last);
  });
  return (
    <p role="status" class="visually-hidden">
      {announce.value}
    </p>
  );
}

function sentenceOf({ tool, args, outcome }: Call): string {
  switch (outcome.state) {
    case "answered":
      return headlineOf(tool, args, outcome.answer.value);
    case "failed":
      return outcome.error.message;
    case "cancelled":
      return "Cancelled.";
    default:
      return "Running …";
  }
}
