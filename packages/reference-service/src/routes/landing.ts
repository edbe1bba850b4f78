import type { Hono } from "hono";
import { html } from "hono/html";
import {
  htmlType,
  jsonType,
  type Link,
  linkHeader,
  negotiate,
  openApiType,
  selfLinks,
} from "../http/answers.ts";
import {
  baseUrl,
  featuresBase,
  ownUrl,
  type Resources,
  type ServiceEnv,
} from "../http/environment.ts";
import { openApiDocument } from "../openapi/document.ts";
import { apiBody, type CollectionOverview, collectionCards } from "../pages/collection-pages.ts";
import { linkList, page } from "../pages/layout.ts";
import type { Features } from "../store/feature-store.ts";
import { type CollectionId, collectionText } from "../values/collections.ts";
import { syntheticSentence } from "../values/synthetic.ts";

const offeredTypes = [jsonType, htmlType];
const title = "Fire features";

/** The landing page, `/conformance` and `/api` of OGC API Features. */
export function landingRoutes(app: Hono<ServiceEnv>, resources: Resources): void {
  // With and without a trailing slash, since clients use both.
  for (const path of ["/ogc/features/v1", "/ogc/features/v1/"]) {
    app.get(path, async (context) => {
      const type = negotiate(context, offeredTypes);
      const base = featuresBase(context, resources);
      const links: Link[] = [
        ...selfLinks(ownUrl(context, resources), type, offeredTypes, "This page"),
        {
          href: `${base}/api`,
          rel: "service-desc",
          type: openApiType,
          title: "The API as OpenAPI",
        },
        {
          href: `${base}/api?f=html`,
          rel: "service-doc",
          type: htmlType,
          title: "The API as a page",
        },
        {
          href: `${base}/conformance`,
          rel: "conformance",
          type: jsonType,
          title: "Conformance classes as JSON",
        },
        {
          href: `${base}/collections`,
          rel: "data",
          type: jsonType,
          title: "The collections as JSON",
        },
      ];
      context.header("Link", linkHeader(links));
      const description =
        syntheticSentence(resources.synthetic) ??
        "Fire perimeters, hotspots and static heat sources.";
      if (type !== htmlType) return context.json({ title, description, links });
      const overviews = await Promise.all(
        resources.collections.map((id) =>
          resources.stores[id].read((features) => overviewOf(id, base, features)),
        ),
      );
      return page(context, {
        title,
        body: html`<p>Fire perimeters, hotspots and static heat sources by OGC API Features.</p>
${collectionCards(overviews)}
<p>The service implements <a href="${base}/conformance?f=html">${conformanceClasses.length} conformance classes</a> of the OGC.</p>${linkList(links)}`,
      });
    });
  }

  app.get("/ogc/features/v1/conformance", async (context) => {
    const type = negotiate(context, offeredTypes);
    if (type !== htmlType) return context.json({ conformsTo: conformanceClasses });
    return page(context, {
      title: "Conformance classes",
      trail: [[title, featuresBase(context, resources)]],
      body: html`<p>The parts of the OGC standards that this service implements.</p><ul>${conformanceClasses.map(
        (uri) => html`<li><code>${uri}</code></li>`,
      )}</ul>`,
    });
  });

  app.get("/ogc/features/v1/api", async (context) => {
    const types = [openApiType, jsonType, htmlType];
    const type = negotiate(context, types);
    const document = openApiDocument(baseUrl(context, resources), resources.collections);
    if (type !== htmlType)
      return context.body(JSON.stringify(document), 200, { "Content-Type": type });
    const base = featuresBase(context, resources);
    return page(context, {
      title: "API",
      trail: [[title, base]],
      body: [apiBody(document), linkList(selfLinks(`${base}/api`, type, types, "The API"))],
    });
  });
}

/** What a page shows of a collection before its features. */
export async function overviewOf(
  id: CollectionId,
  base: string,
  features: Features,
): Promise<CollectionOverview> {
  const href = `${base}/collections/${id}`;
  const count = await features.count({});
  const { bounds, interval } = await features.extent();
  const { title, description } = collectionText(id, false);
  return { id, title, description, href, count, bounds, interval };
}

const part1 = "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf";
const part2 = "http://www.opengis.net/spec/ogcapi-features-2/1.0/conf";
const part3 = "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf";
const part5 = "http://www.opengis.net/spec/ogcapi-features-5/1.0/conf";
/** Drafts: Part 6 is 24-019, Part 8 is 24-030. */
const part6 = "http://www.opengis.net/spec/ogcapi-features-6/1.0/conf";
const part8 = "http://www.opengis.net/spec/ogcapi-features-8/1.0/conf";
const cql2 = "http://www.opengis.net/spec/cql2/1.0/conf";

/** The service's own class: the rule of an order, which Part 8 leaves open. */
const sorting = "https://github.com/emberline/emberline/spec/sorting/1.0/conf/order";
/** The service's own classes: counts and statistics of features, by groups. */
const aggregate = "https://github.com/emberline/emberline/spec/aggregate/1.0/conf";

/** The conformance classes that the service implements. */
export const conformanceClasses: readonly string[] = [
  `${part1}/core`,
  `${part1}/html`,
  `${part1}/geojson`,
  `${part1}/oas30`,
  `${part2}/crs`,
  `${part3}/queryables`,
  `${part3}/filter`,
  `${part3}/features-filter`,
  `${part5}/schemas`,
  `${part5}/returnables-and-receivables`,
  `${part5}/sortables`,
  `${part6}/properties`,
  `${part6}/properties-features`,
  `${part8}/sorting`,
  `${part8}/features-sorting`,
  `${cql2}/cql2-text`,
  `${cql2}/basic-cql2`,
  `${cql2}/advanced-comparison-operators`,
  `${cql2}/case-insensitive-comparison`,
  `${cql2}/accent-insensitive-comparison`,
  `${cql2}/basic-spatial-functions`,
  `${cql2}/basic-spatial-functions-plus`,
  `${cql2}/spatial-functions`,
  `${cql2}/temporal-functions`,
  `${cql2}/array-functions`,
  `${cql2}/property-property`,
  `${cql2}/arithmetic`,
  `${aggregate}/aggregate`,
  `${aggregate}/areas`,
  `${aggregate}/post`,
  sorting,
];
