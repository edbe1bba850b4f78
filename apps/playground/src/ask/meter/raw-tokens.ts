import type { JsonObject } from "../../json.ts";
import type { Api } from "../../server/api.ts";
import { ApiError } from "../../server/api-error.ts";

/** Tools whose answers stand for features that a model would read as GeoJSON without them. */
const readers = [
  "query_features",
  "summarize_features",
  "assess_location",
  "assess_fire",
  "compare_periods",
  "show_map",
  "export_features",
];

export interface RawTokens {
  readonly tokens: number;
  readonly isExact: boolean;
}

/** Tokens of the GeoJSON that a call selects; null if it selects none, or the server cannot say. */
export async function rawTokensOf(
  api: Api,
  { tool, args }: { readonly tool: string; readonly args: JsonObject },
): Promise<RawTokens | null> {
  if (!readers.includes(tool)) return null;
  try {
    const { tokens, isExact } = await api.rawSize(tool, args);
    return Number.isFinite(tokens) && tokens > 0 ? { tokens, isExact } : null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return null;
  }
}
