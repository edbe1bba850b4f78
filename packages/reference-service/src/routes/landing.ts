import type { Hono } from "hono";
import { html } from "hono/html";
import { conformanceClasses } from "../conformance.ts";
import {
  baseUrl,
  featuresBase,
  ownUrl,
  type Resources,
  type ServiceEnv,
} from "../http/environment.ts";
import { type Link, linkHeader, selfLinks } from "../http/links.ts";
import { htmlType, jsonType, negotiate, openApiType } from "../http/media-types.ts";
import { openApiDocument } from "../openapi/document.ts";
import { linkList } from "../pages/items-page.ts";
import { page } from "../pages/layout.ts";

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
        ...selfLinks(ownUrl(context, resources), type, offeredTypes),
        { href: `${base}/api`, rel: "service-desc", type: openApiType, title: "API definition" },
        {
          href: `${base}/api?f=html`,
          rel: "service-doc",
          type: htmlType,
          title: "API documentation",
        },
        { href: `${base}/conformance`, rel: "conformance", type: jsonType, title: "Conformance" },
        { href: `${base}/collections`, rel: "data", type: jsonType, title: "Collections" },
      ];
      context.header("Link", linkHeader(links));
      const description = resources.synthetic
        ? "Synthetic data for trying the service: these fires are not real."
        : "Fire perimeters, hotspots and static heat sources.";
      if (type !== htmlType) return context.json({ title, description, links });
      const { synthetic } = resources;
      return page(context, {
        title,
        body: html`<p>${description}</p>${linkList(links)}`,
        synthetic,
      });
    });
  }

  app.get("/ogc/features/v1/conformance", async (context) => {
    const type = negotiate(context, offeredTypes);
    if (type !== htmlType) return context.json({ conformsTo: conformanceClasses });
    const trail: [string, string][] = [[title, featuresBase(context, resources)]];
    const body = html`<ul>${conformanceClasses.map((uri) => html`<li>${uri}</li>`)}</ul>`;
    return page(context, { title: "Conformance", trail, body });
  });

  app.get("/ogc/features/v1/api", async (context) => {
    const type = negotiate(context, [openApiType, jsonType, htmlType]);
    const document = openApiDocument(baseUrl(context, resources));
    if (type !== htmlType)
      return context.body(JSON.stringify(document), 200, { "Content-Type": type });
    const trail: [string, string][] = [[title, featuresBase(context, resources)]];
    const paths = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, { summary: string }>).map(
        ([method, { summary }]) =>
          html`<dt><code>${method.toUpperCase()} ${path}</code></dt><dd>${summary}</dd>`,
      ),
    );
    return page(context, { title: "API", trail, body: html`<dl>${paths}</dl>` });
  });
}
