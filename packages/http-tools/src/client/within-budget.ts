/**
 * The arguments with `max_tokens` of at most the budget. Arguments that are not an object are left
 * for the server to refuse.
 */
export function withinBudget(input: unknown, maxTokens: number | undefined): unknown {
  if (maxTokens === undefined) return input ?? {};
  const given = parseIfText(input) ?? {};
  if (typeof given !== "object" || Array.isArray(given)) return input;
  const asked: unknown = "max_tokens" in given ? given.max_tokens : undefined;
  const isLess = typeof asked === "number" && asked < maxTokens;
  return { ...given, max_tokens: isLess ? asked : maxTokens };
}

/** Models send arguments as text too. */
function parseIfText(input: unknown): unknown {
  if (typeof input !== "string") return input;
  if (input.trim() === "") return {};
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
