import { propertiesOf } from "@emberline/cql2";
import type { ToolContext } from "../call/context.ts";
import { isSimulations } from "../collection/simulation-features.ts";
import type { Selection } from "../selection/selection.ts";
import { namesOfRoles } from "../values/roles.ts";

/**
 * The selection without the properties that neither the answer shows nor the tools read, where the
 * service can leave them out.
 */
export async function withProperties(
  selection: Selection,
  shown: readonly string[],
  { client, softDeadline: signal, pause }: ToolContext,
): Promise<Selection> {
  const { collection, filter, query } = selection;
  const { id, queryables, roles } = collection;
  const isKnown = queryables !== null && filter?.isSentWhole !== false;
  if (!isKnown || typeof query.filter === "string" || isSimulations(client, id)) return selection;
  const names = [
    ...shown,
    ...namesOfRoles(roles),
    ...(query.filter === undefined ? [] : propertiesOf(query.filter)),
    "synthetic",
    "geometry",
  ];
  const select = [...new Set(names)];
  // A list separated by commas cannot have such a name.
  if (select.some((name) => name.includes(","))) return selection;
  const selects = client.features.selects(id, { signal, pause });
  return (await selects.catch(() => false))
    ? { ...selection, query: { ...query, select } }
    : selection;
}
