import { html, raw } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ServiceContext } from "../http/environment.ts";
import { htmlType } from "../http/media-types.ts";

export type Html = ReturnType<typeof html>;

const stylesheet = `
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:72rem;padding:1rem;color:#222;background:#fff}
nav,header p{color:#555}table{border-collapse:collapse;display:block;overflow-x:auto}
th,td{border-bottom:1px solid #ddd;padding:.25rem .75rem .25rem 0;text-align:left;vertical-align:top}
figure{margin:1rem 0}svg{background:#f3f6f8;border:1px solid #ccc;max-width:100%;height:auto}
a{color:#0b5394}.notice{background:#fff3cd;padding:.5rem 1rem}input,select{font:inherit}label{display:block;margin:.5rem 0}
dt{font-weight:600}dd{margin:0 0 .5rem}`;

/** The contents of a page; the template escapes every value. */
export interface PageContent {
  title: string;
  /** Breadcrumbs from the root, as text and address. */
  trail?: [text: string, href: string][];
  body: Html | Html[];
  /** True for synthetic data. */
  synthetic?: boolean;
  /** Other notices for the reader. */
  notices?: readonly string[];
}

/** A complete HTML document without scripts or requests to other hosts. */
export async function page(
  context: ServiceContext,
  { title, trail = [], body, synthetic = false, notices = [] }: PageContent,
  status: ContentfulStatusCode = 200,
  headers: Record<string, string> = {},
): Promise<Response> {
  const document = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${raw(stylesheet)}</style></head>
<body>
<nav aria-label="Breadcrumb">${trail.map(([text, href]) => html`<a href="${href}">${text}</a> / `)}${title}</nav>
<main><h1>${title}</h1>
${synthetic ? html`<p class="notice">Synthetic data for trying the service: not real fires.</p>` : ""}
${notices.map((notice) => html`<p class="notice">${notice}</p>`)}
${body}
</main></body></html>`;
  const text = await document;
  return context.body(text.toString(), status, {
    "Content-Type": `${htmlType}; charset=utf-8`,
    "Content-Security-Policy":
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    ...headers,
  });
}

/** Names and values, nested ones as JSON. */
export function definitionList(entries: [name: string, value: unknown][]): Html {
  return html`<dl>${entries.map(([name, value]) => html`<dt>${name}</dt><dd>${shown(value)}</dd>`)}</dl>`;
}

/** A value as text. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return "–";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
