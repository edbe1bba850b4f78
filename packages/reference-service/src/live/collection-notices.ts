import type { CollectionId } from "../collections.ts";
import type { Resources } from "../http/environment.ts";
import { feedNotices } from "./feed-notices.ts";

/** What every answer about a collection must say: of its feeds, and of the loading of its files. */
export function collectionNotices(
  id: CollectionId,
  { live, notices, now }: Pick<Resources, "live" | "notices" | "now">,
): string[] {
  return [...feedNotices(live?.feedsOf(id) ?? [], now()), ...notices[id]];
}
