import type { EmbeddedService } from "@emberline/reference-service";
import { type Context, Hono } from "hono";

/** A description of an API, for the page at `/docs/api`. */
interface ApiDocument {
  readonly name: string;
  readonly title: string;
  /** Relative to the page, since a proxy may serve it under a path. */
  readonly url: string;
  readonly needsKey: boolean;
  /** What it describes as pages for people, relative to the page. */
  readonly pages?: string;
}

interface DocsOptions {
  /** Whether the tools need a key or a token. */
  readonly needsKey: boolean;
  /** The embedded service, if this caller may use it. */
  readonly serviceFor: (c: Context) => Pick<EmbeddedService, "describe"> | undefined;
}

const service: ApiDocument = {
  name: "service",
  title: "Service",
  url: "service.json",
  needsKey: false,
  pages: "../service/ogc/features/v1",
};

/**
 * What the page at `/docs/api` reads, the list of its documents and the one of the service, and
 * where its earlier address leads.
 */
export function docs({ needsKey, serviceFor }: DocsOptions): Hono {
  const tools: ApiDocument = { name: "tools", title: "Tools", url: "../openapi.json", needsKey };
  const app = new Hono();
  app.get("/docs/documents", (c) =>
    c.json({ documents: serviceFor(c) ? [tools, service] : [tools] }),
  );
  // The service itself shows its document only to callers with a token.
  app.get("/docs/service.json", (c) => {
    const embedded = serviceFor(c);
    return embedded ? c.json(embedded.describe("../service")) : c.notFound();
  });
  // Links of the pages are relative to paths without a slash.
  app.get("/docs/", (c) => c.redirect("../docs"));
  // It was at `/docs`.
  app.get("/docs", async (c, next) => {
    const name = c.req.query("of");
    if (name === undefined) return next();
    return c.redirect(`docs/api?of=${encodeURIComponent(name)}`);
  });
  return app;
}
