import type { Client, CollectionDescription } from "@emberline/core";
import { cleanText } from "../values/text.ts";

/** The notice in every answer from synthetic data. */
export const syntheticDataNotice =
  "Synthetic data: none of these fires, detections and heat sources is real. Say so to the user.";

type Described = Pick<CollectionDescription, "id" | "title" | "description">;

/**
 * What a list of collections says of synthetic data: the texts that decide on the usual notice, or,
 * if only some of several services call theirs synthetic, which collections those are.
 */
export function syntheticIn(
  listed: readonly Described[],
  { services }: Pick<Client, "services">,
): { readonly texts: readonly (string | undefined)[]; readonly notice: string | null } {
  const textsOf = ({ title, description }: Described) => [title, description];
  const synthetic = listed.filter((each) => syntheticNotice(textsOf(each)) !== null);
  if (!services || synthetic.length === 0 || synthetic.length === listed.length)
    return { texts: listed.flatMap(textsOf), notice: null };
  const ids = synthetic.map(({ id }) => cleanText(id, 100)).join(", ");
  return { texts: [], notice: `Synthetic data, not real: ${ids}. Say so to the user.` };
}

/** The notice if one of the texts calls its data synthetic, else null. */
export function syntheticNotice(texts: Iterable<string | null | undefined>): string | null {
  for (const text of texts) if (text && /\bsynthetic\b/i.test(text)) return syntheticDataNotice;
  return null;
}
