import { type Client, type Feature, isEmberlineError } from "@emberline/core";
import { findRoles, type RoleSettings, rolesFrom, rolesIn } from "../values/roles.ts";
import type { TimeSelection } from "./probe-time.ts";
import { ServerAbilities } from "./server-abilities.ts";

/** What a server can do with one collection. */
export interface CollectionAbilities {
  /** What the links to further pages count; null if one page has everything. */
  readonly paging: string | null;
  /** Features on a page of which 1,000 were asked for. */
  readonly pageSize: number;
  /** Whether pages state how many features match. */
  readonly hasCount: boolean;
  readonly time: TimeSelection | null;
  readonly filterLang: string | null;
  /** How many properties the server describes; null for none. */
  readonly properties: number | null;
  /** The roles of properties that were found. */
  readonly roles: readonly string[];
}

const askedSize = 1000;

/**
 * What a server can do with a collection, found by a few requests.
 *
 * @param client one that sends every parameter, as `createClient` makes it
 */
export async function describeServer(
  client: Client,
  id: string,
  roles: RoleSettings = {},
): Promise<CollectionAbilities> {
  const abilities = new ServerAbilities(client, roles);
  const page = await client.features.page(id, { limit: askedSize, onInvalid: "skip" });
  const one = await client.features.page(id, { limit: 1, onInvalid: "skip" });
  const described = await abilities.reader.properties(id, {}).catch((error: unknown) => {
    if (isEmberlineError(error) && error.status === 404) return null;
    throw error;
  });
  const properties = (features: readonly Feature[]) =>
    Object.assign({}, ...features.slice(0, 20).map((each) => each.properties));
  const found = {
    ...(described ? findRoles(described) : rolesIn(properties(page.features))),
    ...rolesFrom(roles[id]),
  };
  const added = [...new URLSearchParams(one.added?.slice(1))];
  const name = added.find(([, value]) => /^\d+$/.test(value))?.[0];
  return {
    paging: one.next === null ? null : (name ?? "links"),
    pageSize: page.features.length + page.skipped,
    hasCount: page.numberMatched !== undefined,
    time: await abilities.time(id, {}),
    filterLang: await abilities.filterLang(id, {}),
    properties: described?.length ?? null,
    roles: Object.keys(found),
  };
}
