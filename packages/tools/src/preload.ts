import { loadAreas } from "@emberline/areas";
import { countTokens } from "./call/count-tokens.ts";
import { catalogue } from "./catalogue/catalogue.ts";
import { describeTool } from "./catalogue/describe-tool.ts";
import { loadGazetteer } from "./places/gazetteer.ts";

/**
 * Loads the tokenizer, the gazetteer and the named areas, and describes the tools. Otherwise the
 * first call that needs one of them does it, which stops all other calls for up to a quarter of a
 * second.
 */
export async function preload(): Promise<void> {
  await countTokens("");
  await loadGazetteer();
  await loadAreas();
  for (const tool of catalogue) describeTool(tool);
}
