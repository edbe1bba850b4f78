import { type CollectionId, collectionIds } from "./collections.ts";

/** How much of a kind of data is made up. */
type Share = "all" | "some" | "none";

/** What of a service is made up, by the marks in its data; kinds without data are absent. */
export type Synthetic = Partial<Record<CollectionId | "simulations", Share>>;

/** Whether a feature says that it is made up. */
export function isSynthetic({
  properties,
}: {
  readonly properties: Readonly<Record<string, unknown>> | null;
}): boolean {
  return properties?.synthetic === true;
}

/** Whether nothing of a service is real. */
export function isAllSynthetic(synthetic: Synthetic): boolean {
  const shares = collectionIds.flatMap((id) => synthetic[id] ?? []);
  return shares.length > 0 && shares.every((share) => share === "all");
}

/** What is made up, in a sentence for people; undefined if nothing is. */
export function syntheticSentence(synthetic: Synthetic): string | undefined {
  if (isAllSynthetic(synthetic))
    return "Synthetic data for trying the service: these fires are not real.";
  const named = Object.entries(synthetic).flatMap(([id, share]) =>
    share === "none" ? [] : `${share === "some" ? "some of the " : ""}${id.replace("svc:", "")}`,
  );
  return named.length === 0 ? undefined : `Made up, not real: ${named.join(", ")}.`;
}

/** What an answer about a kind says that is made up in part. */
export function syntheticNotices(share: Share | undefined): string[] {
  return share === "some" ? ["Some of these are made up: those with synthetic = true."] : [];
}

/** How many of a kind are marked, as a share of it; undefined if there is nothing. */
export function shareOf(marked: number, total: number): Share | undefined {
  if (total === 0) return undefined;
  if (marked === 0) return "none";
  return marked >= total ? "all" : "some";
}
