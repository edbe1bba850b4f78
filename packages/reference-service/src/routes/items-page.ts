import type { Pause } from "@emberline/turns";
import { html } from "hono/html";
import { type Link, linkHeader } from "../http/answers.ts";
import { featuresBase, type Resources, type ServiceContext } from "../http/environment.ts";
import { itemsBody } from "../pages/items-page.ts";
import { page } from "../pages/layout.ts";
import { selectionForm } from "../pages/selection-form.ts";
import { type FormState, fieldsOf, isFromForm, parametersOf } from "../params/form-fields.ts";
import { type ItemsQuery, parseItemsQuery } from "../params/items-query.ts";
import type { Features, Page, Queryable } from "../store/feature-store.ts";
import { type CollectionId, collectionText } from "../values/collections.ts";
import type { Feature } from "../values/crs.ts";
import { InvalidParameter } from "../values/problems.ts";
import { answerFromState, collectionNotices } from "./entity-tag.ts";

/** Maximum features on a page: larger maps and tables are slow and hard to read. */
const maxShown = 100;

interface ItemsRequest {
  id: CollectionId;
  params: URLSearchParams;
  links: readonly Link[];
  find(query: ItemsQuery, features: Features, pause: Pause): Promise<Page>;
}

/** The form, with the page of features unless a field is wrong. */
interface Shown {
  readonly queryables: readonly Queryable[];
  readonly state: FormState;
  readonly query?: ItemsQuery;
  readonly found?: Page;
}

/**
 * Features as a page for readers, with a form that selects them. The address of a selection has
 * the parameters of the interface, so that it is the same for readers and programs.
 */
export async function itemsPage(
  context: ServiceContext,
  resources: Resources,
  { id, params, links, find }: ItemsRequest,
): Promise<Response> {
  const base = featuresBase(context, resources);
  const collection = `${base}/collections/${id}`;
  const action = `${collection}/items`;
  const { title } = collectionText(id, false);
  const content = {
    title: `${title}: features`,
    trail: [
      ["Fire features", base],
      ["Collections", `${base}/collections`],
      [title, `${collection}?f=html`],
    ] as const,
    notices: collectionNotices(id, resources),
  };

  const fields = isFromForm(params) ? parametersOf(params) : undefined;
  if (fields && "params" in fields) return context.redirect(`${action}?${fields.params}`, 302);
  const submitted: FormState | undefined = fields;
  return answerFromState(context, resources, id, read, answer);

  async function read(features: Features, pause: Pause): Promise<Shown> {
    const queryables = await features.queryables();
    const state = submitted ?? {
      values: fieldsOf(params),
      problems: problemsIn(params, queryables),
    };
    if (Object.keys(state.problems).length > 0) return { queryables, state };
    const query = parseItemsQuery(params, queryables);
    query.limit = Math.min(query.limit, maxShown);
    try {
      const found = await find(query, features, pause);
      return { queryables, state, query, found };
    } catch (error) {
      // Some filters turn out to be too hard only during the search.
      const problems = fieldProblem(error);
      if (!problems) throw error;
      return { queryables, state: { ...state, problems } };
    }
  }

  async function answer({ queryables, state, query, found }: Shown): Promise<Response> {
    const form = selectionForm(action, state, queryables);
    if (!query || !found) {
      return page(context, { ...content, body: html`<div class="alone">${form}</div>` }, 400);
    }
    const features = Array.from(found.features, (text) => JSON.parse(text) as Feature);
    const body = await itemsBody(
      { id, features, matched: found.matched, box: query.selection.box },
      { form, links, ...neighbours(action, params, query, found) },
      (featureId) => `${action}/${encodeURIComponent(featureId)}?f=html`,
      resources.mapFigure,
    );
    context.header("Content-Crs", `<${query.crs.uri}>`);
    context.header("Link", linkHeader(links));
    return page(context, { ...content, body });
  }
}

/** The fields of the form by parameter, with the words for it. */
const fieldNames = {
  bbox: ["bbox", "The box"],
  datetime: ["from", "The time"],
  filter: ["filter", "The filter"],
  limit: ["limit", "The number"],
} as const;

/** A problem at its field; undefined if no field of the form is wrong. */
function fieldProblem(error: unknown): FormState["problems"] | undefined {
  if (!(error instanceof InvalidParameter)) return undefined;
  const { parameter, explanation } = error;
  if (!(parameter in fieldNames)) return undefined;
  const [field, words] = fieldNames[parameter as keyof typeof fieldNames];
  return { [field]: `${words} ${explanation}` };
}

/** Each parameter is read by itself, so that all problems are shown at once. */
function problemsIn(
  params: URLSearchParams,
  queryables: readonly Queryable[],
): FormState["problems"] {
  const problems: FormState["problems"] = {};
  for (const name of Object.keys(fieldNames)) {
    const others = Object.keys(fieldNames).filter((other) => other !== name);
    const only = new URLSearchParams(params);
    for (const other of others) only.delete(other);
    try {
      parseItemsQuery(only, queryables);
    } catch (error) {
      const problem = fieldProblem(error);
      if (!problem) throw error;
      Object.assign(problems, problem);
    }
  }
  return problems;
}

/** Addresses of the pages around this one; by a cursor, its place in the list is unknown. */
function neighbours(
  action: string,
  params: URLSearchParams,
  { offset, cursor, limit }: ItemsQuery,
  { matched, returned }: { matched: number; returned: number },
) {
  const at = (place: number) => {
    const there = new URLSearchParams(params);
    there.delete("cursor");
    there.delete("offset");
    if (place > 0) there.set("offset", String(place));
    there.set("f", "html");
    return `${action}?${there}`;
  };
  if (cursor !== undefined) return { first: undefined, previous: at(0), next: undefined };
  return {
    first: offset + 1,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : undefined,
    next: offset + returned < matched ? at(offset + returned) : undefined,
  };
}
