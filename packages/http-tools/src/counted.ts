import { countTokens } from "@emberline/tools";
import { jsonType } from "./answers.ts";

/** The answer in JSON with its tokens (o200k) in `Emberline-Tokens`; others as they are. */
export async function counted(response: Response): Promise<Response> {
  if (!response.ok || response.headers.get("content-type") !== jsonType) return response;
  const text = await response.text();
  const answer = new Response(text, response);
  answer.headers.set("emberline-tokens", String(await countTokens(text)));
  return answer;
}
