import {
  type CallOptions,
  type Client,
  type Feature,
  type FeaturePage,
  type FilterLang,
  isEmberlineError,
  type ListingQuery,
  NotFoundError,
  type RequestPlan,
} from "@emberline/core";
import { type BooleanExpression, parse, print, propertiesOf } from "@emberline/cql2";
import type { RoleSettings } from "../values/roles.ts";
import { oddNames } from "../values/text-numbers.ts";
import { type Forms, withForms } from "./other-forms.ts";
import { asSent, marksOf, readMarks, type Sending, type Sent, withoutRefused } from "./sending.ts";
import { withSentTimes } from "./sent-times.ts";
import { ServerAbilities } from "./server-abilities.ts";

type Query = ListingQuery & CallOptions;

/** A listing before its first request, or from a cursor. */
interface Begun {
  readonly query: Query;
  readonly sending: Sending;
  readonly isFirst: boolean;
  readonly forms: Forms;
}

/**
 * The client for the tools of a server that may not apply every parameter. What it refuses or
 * ignores is left out of the request and named in `unapplied`. The tools check every feature, so
 * their answers stay exact. Numbers that it writes as text are read as numbers where it describes
 * no types, and times in other forms as times.
 */
export function adaptClient(client: Client, roles?: RoleSettings): Client {
  const abilities = new ServerAbilities(client, roles);
  const { reader } = abilities;

  async function begin(id: string, query: Query): Promise<Begun> {
    const { cursor } = query;
    const forms = await reader.forms(id, query);
    if (cursor !== undefined) {
      const { sending, rest } = readMarks(cursor);
      const filter = sending.filterLang && (await sentFilter(id, query, forms));
      const sent = { ...query, cursor: rest, ...(filter && { filter }) };
      return { query: sent, sending, isFirst: false, forms };
    }
    const filter = await sentFilter(id, query, forms);
    const sending: Sending = {
      time: query.datetime === undefined ? "instants" : await abilities.time(id, query),
      filterLang: await filterLang(id, query, filter),
    };
    return { query: { ...query, ...(filter && { filter }) }, sending, isFirst: true, forms };
  }

  /** The filter as it may be sent; null for one that the tools have to apply. */
  async function sentFilter(
    id: string,
    { filter, signal, pause }: Query,
    { times }: Forms,
  ): Promise<BooleanExpression | null> {
    if (filter === undefined) return null;
    const tree = typeof filter === "string" ? parse(filter) : filter;
    if (longNumber.test(print(tree))) return null;
    const known = (await reader.queryables(id, { signal, pause })) ?? [];
    const isSent = (name: string) =>
      known.some((each) => each.id === name) && !times.includes(name);
    if (!propertiesOf(tree).every(isSent)) return null;
    const kinds = await reader.kindsOfTimes(id, { signal, pause });
    return withSentTimes(tree, (name) => kinds.get(name));
  }

  async function filterLang(
    id: string,
    query: Query,
    filter: BooleanExpression | null,
  ): Promise<FilterLang | null> {
    if (query.filter === undefined) return "cql2-text";
    const lang = filter && (await abilities.filterLang(id, query));
    if (!filter || !lang) return null;
    const kinds = await reader.kindsOfTimes(id, query);
    const times = propertiesOf(filter).filter((name) => kinds.has(name));
    for (const name of times)
      if (!(await abilities.comparesTimes(id, name, lang, query))) return null;
    return lang;
  }

  async function marked(
    given: FeaturePage,
    { query, forms }: Begun,
    sending: Sending,
    { sent, unapplied }: Sent<Query>,
  ): Promise<FeaturePage> {
    const isByPosition = byPosition.test(given.added ?? sent.cursor ?? "");
    const read = await readForms(given, forms, sent.pause);
    const added = read.added === null ? null : marksOf(sending) + read.added;
    const isChosen = sent.cursor === undefined && (query.datetime ?? query.filter) !== undefined;
    const page = {
      ...read,
      added,
      ...(isByPosition && { isByPosition }),
      ...(isChosen && { again: `${marksOf(sending)}&` }),
    };
    if (unapplied.length === 0) return page;
    const { numberMatched: _, ...rest } = page;
    return { ...rest, unapplied };
  }

  async function page(id: string, query: Query = {}): Promise<FeaturePage> {
    const begun = await begin(id, query);
    for (let { sending } = begun; ; ) {
      const all = asSent(begun.query, sending);
      try {
        return await marked(await client.features.page(id, all.sent), begun, sending, all);
      } catch (error) {
        sending = nextSending(error, begun, sending);
      }
    }
  }

  async function* pages(id: string, query: Query = {}) {
    const begun = await begin(id, query);
    let read = 0;
    for (let { sending } = begun; ; ) {
      const all = asSent(begun.query, sending);
      try {
        for await (const each of client.features.pages(id, all.sent)) {
          read += 1;
          yield await marked(each, begun, sending, all);
        }
        return;
      } catch (error) {
        if (read > 0) throw error;
        sending = nextSending(error, begun, sending);
      }
    }
  }

  async function plan(id: string, query: Query = {}): Promise<RequestPlan> {
    const begun = await begin(id, query);
    const { sent, unapplied, widened } = asSent(begun.query, begun.sending);
    const { url } = await client.features.plan(id, sent);
    const own = [...unapplied, ...widened];
    return { url, ...(own.length > 0 && { unapplied: own }) };
  }

  async function get(id: string, featureId: string, options: CallOptions = {}): Promise<Feature> {
    const [feature, forms] = await Promise.all([
      client.features.get(id, featureId, options),
      reader.forms(id, options),
    ]);
    return withForms(feature, forms);
  }

  let hasNoSimulations = false;

  return Object.freeze({
    ...client,
    collections: {
      ...client.collections,
      queryables: (id, options = {}) => reader.properties(id, options),
    },
    features: {
      ...client.features,
      page: page as Client["features"]["page"],
      pages: pages as Client["features"]["pages"],
      get: get as Client["features"]["get"],
      plan,
      sorts: async (id, { by, ...options } = {}) =>
        by !== undefined && (await abilities.sorts(id, by, options)) ? "weak" : null,
    },
    simulations: {
      ...client.simulations,
      async page(query) {
        if (hasNoSimulations) throw noSimulations();
        try {
          return await client.simulations.page(query);
        } catch (error) {
          if (!isNotOffered(error)) throw error;
          hasNoSimulations = true;
          throw noSimulations();
        }
      },
    },
  } satisfies Client);
}

/** Servers may compare such a number in double precision, and miss what it means. */
const longNumber = /(?<![\d.])\d{16}/;

/** Parameters of links to a next page that count features or pages. */
const byPosition = /&(?:offset|startindex|start|page|pagenum)=/i;

/** @throws the error, if the server can have refused nothing that could be left out */
function nextSending(error: unknown, { isFirst, query }: Begun, sending: Sending): Sending {
  const next = isFirst ? withoutRefused(error, query, sending) : null;
  if (next === null) throw error;
  return next;
}

/** Statuses that say nothing of what a server offers. */
const undecided = new Set([401, 403, 408, 429]);

/** Whether the answer is a refusal, or none of the interface, such as a page for people. */
function isNotOffered(error: unknown): boolean {
  if (!isEmberlineError(error)) return false;
  const { code, status = 0 } = error;
  return code === "response" || (status >= 400 && status < 500 && !undecided.has(status));
}

function noSimulations(): NotFoundError {
  return new NotFoundError("The service has no fire-spread simulations.", { status: 404 });
}

/** The page with numbers and times that are sent in other forms. */
async function readForms(
  page: FeaturePage,
  forms: Forms,
  pause: CallOptions["pause"],
): Promise<FeaturePage> {
  const { numbers, times, isSwapped } = forms;
  if (isSwapped) return { ...page, features: [], skipped: page.skipped + page.features.length };
  if (numbers.length === 0 && times.length === 0) return page;
  const odd = new Set<string>();
  const features: Feature[] = [];
  for (const sent of page.features) {
    const pausing = pause?.();
    if (pausing) await pausing;
    const feature = withForms(sent, forms);
    for (const name of oddNames(feature.properties, numbers)) odd.add(name);
    features.push(feature);
  }
  return {
    ...page,
    features,
    textNumbers: numbers,
    otherTimes: times,
    ...(odd.size > 0 && { oddTexts: [...odd] }),
  };
}
