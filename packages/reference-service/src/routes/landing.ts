import type { Hono } from "hono";
import { html } from "hono/html";
import { CONFORMANCE_CLASSES } from "../conformance.ts";
import {
  baseUrl,
  featuresBase,
  ownUrl,
  type Resources,
  type ServiceEnv,
} from "../http/environment.ts";
import { type Link, linkHeader, selfLinks } from "../http/links.ts";
import { HTML, JSON_TYPE, negotiate, OPENAPI } from "../http/media-types.ts";
import { openApiDocument } from "../openapi/document.ts";
import { linkList } from "../pages/items-page.ts";
import { page } from "../pages/layout.ts";

const OFFERED = [JSON_TYPE, HTML];
const TITLE = "Fire features";

/** The landing page, `/conformance` and `/api` of OGC API Features. */
export function landingRoutes(app: Hono<ServiceEnv>, resources: Resources): void {
  // With and without the slash: clients join paths either way.
  for (const path of ["/ogc/features/v1", "/ogc/features/v1/"]) {
    app.get(path, async (context) => {
      const type = negotiate(context, OFFERED);
      const base = featuresBase(context, resources);
      const links: Link[] = [
        ...selfLinks(ownUrl(context, resources), type, OFFERED),
        { href: `${base}/api`, rel: "service-desc", type: OPENAPI, title: "API definition" },
        { href: `${base}/api?f=html`, rel: "service-doc", type: HTML, title: "API documentation" },
        { href: `${base}/conformance`, rel: "conformance", type: JSON_TYPE, title: "Conformance" },
        { href: `${base}/collections`, rel: "data", type: JSON_TYPE, title: "Collections" },
      ];
      context.header("Link", linkHeader(links));
      const description = resources.synthetic
        ? "Synthetic data: made up for trying the service, no real fire."
        : "Fire perimeters, hotspots and static heat sources.";
      if (type !== HTML) return context.json({ title: TITLE, description, links });
      const { synthetic } = resources;
      return page(context, {
        title: TITLE,
        body: html`<p>${description}</p>${linkList(links)}`,
        synthetic,
      });
    });
  }

  app.get("/ogc/features/v1/conformance", async (context) => {
    const type = negotiate(context, OFFERED);
    if (type !== HTML) return context.json({ conformsTo: CONFORMANCE_CLASSES });
    const trail: [string, string][] = [[TITLE, featuresBase(context, resources)]];
    const body = html`<ul>${CONFORMANCE_CLASSES.map((uri) => html`<li>${uri}</li>`)}</ul>`;
    return page(context, { title: "Conformance", trail, body });
  });

  app.get("/ogc/features/v1/api", async (context) => {
    const type = negotiate(context, [OPENAPI, JSON_TYPE, HTML]);
    const document = openApiDocument(baseUrl(context, resources));
    if (type !== HTML) return context.body(JSON.stringify(document), 200, { "Content-Type": type });
    const trail: [string, string][] = [[TITLE, featuresBase(context, resources)]];
    const paths = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, { summary: string }>).map(
        ([method, { summary }]) =>
          html`<dt><code>${method.toUpperCase()} ${path}</code></dt><dd>${summary}</dd>`,
      ),
    );
    return page(context, { title: "API", trail, body: html`<dl>${paths}</dl>` });
  });
}
