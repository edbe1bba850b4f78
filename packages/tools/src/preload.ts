import { loadAreas } from "@emberline/areas";
import { countTokens } from "./call/count-tokens.ts";
import { loadGazetteer } from "./places/gazetteer.ts";

/**
 * Loads the tokenizer, the gazetteer and the named areas. Otherwise the first call that needs one
 * of them loads it, which stops all other calls for up to a quarter of a second.
 */
export async function preload(): Promise<void> {
  await countTokens("");
  await loadGazetteer();
  await loadAreas();
}
