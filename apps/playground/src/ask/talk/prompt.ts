import type { DataStatus, Status } from "../../server/status.ts";

/** The system prompt: few words, since each costs tokens in every turn. */
export function systemPrompt(now: Date, status: Status | null): string {
  return [
    `Today is ${now.toISOString().slice(0, 10)}.`,
    "Answer questions about fires from tool results only, with their figures unchanged.",
    "Cite each call as its result starts, such as [1].",
    "Say what notices ask to pass on. If the data does not answer, say so.",
    ...(status?.data ? [coverage(status.data)] : []),
  ].join(" ");
}

function coverage({ isSynthetic, collections }: DataStatus): string {
  const parts = collections.map(({ id, count, newestMs }) => {
    const facts = [
      ...(count === null ? [] : [String(count)]),
      ...(newestMs === null ? [] : [`newest ${new Date(newestMs).toISOString().slice(0, 10)}`]),
    ];
    return facts.length > 0 ? `${id} (${facts.join(", ")})` : id;
  });
  return `${isSynthetic ? "Synthetic data" : "Data"}: ${parts.join("; ")}.`;
}
