import { type Client, isEmberlineError } from "@emberline/core";
import { type CollectionAbilities, describeServer, type RoleSettings } from "@emberline/tools";
import { bad, type Finding } from "./finding.ts";

const maxCollections = 10;

/**
 * What a server other than the interface's can do, by collection, and what would help.
 *
 * @param prefix in front of its collections' ids among those of several services
 */
export async function* checkAbilities(
  client: Client,
  ids: readonly string[],
  roles: RoleSettings | undefined,
  prefix = "",
): AsyncGenerator<Finding> {
  for (const id of ids.slice(0, maxCollections)) {
    try {
      const abilities = await describeServer(client, id, roles);
      yield { name: "abilities", isGood: null, text: `${id}: ${sentenceOf(abilities)}` };
      for (const text of advice(abilities, prefix + id))
        yield { name: "advice", isGood: null, text: `${id}: ${text}` };
    } catch (error) {
      if (!isEmberlineError(error)) throw error;
      yield bad("abilities", `${id}: ${error.message}`);
    }
  }
  if (ids.length > maxCollections) {
    const rest = `${ids.length - maxCollections} more collections are not checked`;
    yield { name: "abilities", isGood: null, text: rest };
  }
  yield { name: "simulations", isGood: null, text: await simulationsOf(client) };
}

async function simulationsOf(client: Client): Promise<string> {
  try {
    await client.simulations.page({ limit: 1 });
    return "offered by the service, and so is list_simulations";
  } catch {
    return "not offered by the service, nor is list_simulations";
  }
}

function sentenceOf(abilities: CollectionAbilities): string {
  const { paging, pageSize, hasCount, time, filterLang, properties, roles } = abilities;
  return [
    paging === null ? "all on one page" : `pages by ${paging}, of ${pageSize} when 1,000 are asked`,
    hasCount ? "counts matches" : "counts no matches",
    time === null ? "no selection by time" : `selects by time (${time})`,
    filterLang === null ? "no filters" : `filters by ${filterLang}`,
    properties === null ? "properties not described" : `${properties} properties described`,
    roles.length === 0 ? "no roles found" : `roles ${roles.join(", ")}`,
  ].join("; ");
}

function advice(
  { time, filterLang, properties, roles }: CollectionAbilities,
  id: string,
): string[] {
  const isTimed = roles.includes("time");
  return [
    isTimed
      ? []
      : [
          `no property with the time is known: name it in EMBERLINE_ROLES under ${JSON.stringify(id)} if there is one`,
        ],
    isTimed && time === null
      ? [
          "calls with a time read every feature of the area: let the server apply datetime if it can",
        ]
      : [],
    filterLang === null
      ? ["calls with a filter read every feature of the area and time: prefer a smaller area"]
      : [],
    properties === null
      ? ["filters are not checked before they are applied: let the server publish queryables"]
      : [],
  ].flat();
}
