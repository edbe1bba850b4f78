import type { Hono } from "hono";
import type { AggregateGroup, Aggregation, Figures } from "../aggregate/aggregation.ts";
import type { AggregateRequest } from "../aggregate/request.ts";
import { collectionText } from "../collections.ts";
import { featuresBase, type Resources, type ServiceEnv } from "../http/environment.ts";
import { type Link, linkHeader, selfLinks } from "../http/links.ts";
import { htmlType, jsonType, negotiate } from "../http/media-types.ts";
import { textBody } from "../http/text-body.ts";
import { withinTime } from "../http/working-time.ts";
import { collectionNotices } from "../live/collection-notices.ts";
import { aggregateBody } from "../pages/aggregate-page.ts";
import { page } from "../pages/layout.ts";
import { parseAggregateQuery } from "../params/aggregate-query.ts";
import { refusingFilter } from "./find-features.ts";
import { offeredCollection } from "./offered.ts";

const offeredTypes = [jsonType, htmlType];

/** `GET /collections/{id}/aggregate`: counts and statistics of the selected features. */
export function aggregateRoute(app: Hono<ServiceEnv>, resources: Resources): void {
  app.get("/ogc/features/v1/collections/:collectionId/aggregate", async (context) => {
    const id = offeredCollection("aggregate", context.req.param("collectionId"), resources);
    const type = negotiate(context, offeredTypes);
    const params = new URL(context.req.url).searchParams;
    const base = featuresBase(context, resources);
    const collection = `${base}/collections/${id}`;
    const self = `${collection}/aggregate${params.size > 0 ? `?${params}` : ""}`;
    const links: Link[] = [
      ...selfLinks(self, type, offeredTypes, "These numbers"),
      { href: collection, rel: "collection", type: jsonType, title: "The collection as JSON" },
    ];
    const store = resources.stores[id];
    const { selection, request } = parseAggregateQuery(params, await store.queryables());
    const found = await withinTime(context.req.raw, resources.working, (pause) =>
      refusingFilter(() => store.aggregate(selection, request, pause)),
    );
    context.header("Link", linkHeader(links));
    if (type === htmlType) {
      const { title } = collectionText(id, false);
      return page(context, {
        title: `${title}: counts`,
        trail: [
          ["Fire features", base],
          ["Collections", `${base}/collections`],
          [title, `${collection}?f=html`],
        ],
        notices: collectionNotices(id, resources),
        body: aggregateBody(found, request, params.getAll("group-by"), links),
      });
    }
    const head = {
      timeStamp: new Date(resources.now()).toISOString(),
      numberMatched: found.matched,
      numberWithoutLocation: found.withoutLocation,
      numberWithoutTime: found.withoutTime,
      numberNotPoints: found.notPoints,
      ...(found.isByDatetime && { timeProperty: "datetime" }),
      links,
    };
    const pause = resources.working.turns.pauseOf(context.req.raw.signal);
    return context.body(textBody(parts(head, found, request), pause), 200, {
      "Content-Type": type,
    });
  });
}

function* parts(
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
