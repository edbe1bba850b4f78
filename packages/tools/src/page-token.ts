import { invalidInput } from "./errors.ts";
import type { Selection } from "./selection.ts";
import type { ToolContext } from "./tool.ts";

/*
 * The client's token of a page is path and query of the request, so that it
 * repeats everything that the selection says. A cursor carries the selection
 * already: of the token it needs only what the service added.
 */

/** What the service added to the request for its next page. @param limit size of the pages */
export function shortToken(
  token: string,
  selection: Selection,
  limit: number,
  context: ToolContext,
): string {
  const own = ownUrl(selection, limit, context);
  const { searchParams: added } = new URL(token, own);
  for (const name of own.searchParams.keys()) added.delete(name);
  return added.toString();
}

/** The token again. @throws ToolError `invalid_input` for one that says what only the selection may say */
export function longToken(
  short: string,
  selection: Selection,
  limit: number,
  context: ToolContext,
): string {
  const url = ownUrl(selection, limit, context);
  for (const [name, value] of new URLSearchParams(short)) {
    if (url.searchParams.has(name)) {
      throw invalidInput(
        "The cursor was altered: pass the next_cursor of an earlier answer unchanged, or leave it out to start anew.",
      );
    }
    url.searchParams.append(name, value);
  }
  return url.pathname.slice(url.pathname.lastIndexOf("/collections/") + 1) + url.search;
}

function ownUrl({ collection, query }: Selection, limit: number, { client }: ToolContext): URL {
  return new URL(client.features.url(collection.id, { ...query, limit }));
}
