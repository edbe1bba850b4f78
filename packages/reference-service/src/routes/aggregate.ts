import type { Pause } from "@emberline/turns";
import { parseJson } from "@emberline/turns/json";
import type { Hono } from "hono";
import type { AggregateGroup, Aggregation, Figures } from "../aggregate/aggregation.ts";
import { type AggregateRequest, areaEditionOf } from "../aggregate/request.ts";
import {
  htmlType,
  jsonType,
  type Link,
  linkHeader,
  negotiate,
  selfLinks,
  textBody,
} from "../http/answers.ts";
import {
  featuresBase,
  type Resources,
  type ServiceContext,
  type ServiceEnv,
  withinTime,
} from "../http/environment.ts";
import { limitedBody } from "../http/forms.ts";
import { aggregateBody } from "../pages/items-page.ts";
import { collectionTrail, page } from "../pages/layout.ts";
import { invalidBody, parseAggregateBody } from "../params/aggregate-body.ts";
import { type AggregateParameters, parseAggregateQuery } from "../params/aggregate-query.ts";
import type { Features } from "../store/feature-store.ts";
import { collectionText, offeredCollection } from "../values/collections.ts";
import { answerFromState, collectionNotices } from "./entity-tag.ts";
import { refusingFilter } from "./items.ts";

const path = "/ogc/features/v1/collections/:collectionId/aggregate";
const offeredTypes = [jsonType, htmlType];

/** The outline of the largest country takes 1.5 MB. */
const maxBodyBytes = 4_000_000;

/** `GET` and `POST /collections/{id}/aggregate`: counts and statistics of the selected features. */
export function aggregateRoute(app: Hono<ServiceEnv>, resources: Resources): void {
  const { stores, working } = resources;
  app.get(path, async (context) => {
    const id = offeredCollection("aggregate", context.req.param("collectionId"), resources);
    const type = negotiate(context, offeredTypes);
    const params = new URL(context.req.url).searchParams;
    const collection = `${featuresBase(context, resources)}/collections/${id}`;
    const read = (features: Features, pause: Pause) => aggregated(features, { params }, pause);
    return answerFromState(context, resources, id, read, answer);

    function answer(found: Found): Response | Promise<Response> {
      const self = `${collection}/aggregate${params.size > 0 ? `?${params}` : ""}`;
      const links = [
        ...selfLinks(self, type, offeredTypes, "These numbers"),
        collectionLink(collection),
      ];
      if (type === jsonType) return jsonAnswer(context, resources, found, links);
      const base = featuresBase(context, resources);
      const { title } = collectionText(id, false);
      context.header("Link", linkHeader(links));
      return page(context, {
        title: `${title}: counts`,
        trail: collectionTrail(id, base),
        notices: collectionNotices(id, resources),
        body: aggregateBody(found.aggregation, found.request, params.getAll("group-by"), links),
      });
    }
  });

  app.post(path, limitedBody(maxBodyBytes), async (context) => {
    const id = offeredCollection("aggregate", context.req.param("collectionId"), resources);
    negotiate(context, [jsonType]);
    const pause = working.turns.pauseOf(context.req.raw.signal);
    const text = await context.req.text();
    const body = await parseJson(text, pause).catch((error) => {
      if (error instanceof SyntaxError) throw invalidBody("The body is not JSON.");
      throw error;
    });
    const parameters = parseAggregateBody(body);
    const found = await withinTime(context.req.raw, working, (pause) =>
      stores[id].read((features) => aggregated(features, parameters, pause), pause),
    );
    const collection = `${featuresBase(context, resources)}/collections/${id}`;
    return jsonAnswer(context, resources, found, [collectionLink(collection)]);
  });
}

interface Found {
  readonly request: AggregateRequest;
  readonly aggregation: Aggregation;
}

async function aggregated(
  features: Features,
  parameters: AggregateParameters,
  pause: Pause,
): Promise<Found> {
  const queryables = await features.queryables();
  const { selection, request } = await parseAggregateQuery(parameters, queryables, pause);
  const aggregation = await refusingFilter(() => features.aggregate(selection, request, pause));
  return { request, aggregation };
}

function jsonAnswer(
  context: ServiceContext,
  resources: Resources,
  { request, aggregation }: Found,
  links: readonly Link[],
): Response {
  const areaEdition = areaEditionOf(request);
  const head = {
    timeStamp: new Date(resources.now()).toISOString(),
    numberMatched: aggregation.matched,
    numberWithoutLocation: aggregation.withoutLocation,
    numberWithoutTime: aggregation.withoutTime,
    numberNotPoints: aggregation.notPoints,
    ...(request.area && { numberOutsideArea: aggregation.outsideArea }),
    ...(aggregation.isByDatetime && { timeProperty: "datetime" }),
    ...(areaEdition !== undefined && { areaEdition }),
    links,
  };
  context.header("Link", linkHeader(links));
  const pause = resources.working.turns.pauseOf(context.req.raw.signal);
  const parts = aggregationText(head, aggregation, request);
  return context.body(textBody(parts, pause), 200, { "Content-Type": jsonType });
}

function collectionLink(href: string): Link {
  return { href, rel: "collection", type: jsonType, title: "The collection as JSON" };
}

/** An aggregation as JSON, in parts; `head` has the members before the numbers of properties. */
function* aggregationText(
  head: object,
  { totals, groups }: Aggregation,
  request: AggregateRequest,
): Generator<string> {
  yield JSON.stringify(head).slice(0, -1);
  yield `,"totals":${figuresText(totals, request)}`;
  if (request.groupings.length > 0) {
    yield ',"groups":[';
    let separator = "";
    for (const group of groups) {
      yield separator + groupText(group, request);
      separator = ",\n";
    }
    yield "]";
  }
  yield "}";
}

function groupText({ key, count, figures }: AggregateGroup, request: AggregateRequest): string {
  return `{"key":[${key.join()}],"count":${count},"statistics":${figuresText(figures, request)}}`;
}

/** One object for each measured property, in order: a property may have any name. */
function figuresText(all: readonly Figures[], { statistics }: AggregateRequest): string {
  const texts = all.map(({ count, values }) => {
    const members = statistics.map(({ name }, i) => `"${name}":${values[i]}`);
    return `{${[`"count":${count}`, ...members].join()}}`;
  });
  return `[${texts.join()}]`;
}
