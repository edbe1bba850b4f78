import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ServiceContext } from "../http/environment.ts";
import { htmlType } from "../http/media-types.ts";
import { header, type Trail, trailOf } from "./header.ts";
import type { Html } from "./html.ts";
import { icon } from "./mark.ts";
import { stylesheet } from "./stylesheet.ts";

/** The contents of a page; the template escapes every value. */
export interface PageContent {
  title: string;
  /** Breadcrumbs from the root to the page above this one. */
  trail?: Trail;
  body: Html | Html[];
  /** Notices about the data, such as that part of it is missing. */
  notices?: readonly string[];
  /** The page's only script, which it also works without. */
  script?: string;
}

const styleHash = hashOf(stylesheet);

/** A complete HTML document without requests to other hosts. */
export async function page(
  context: ServiceContext,
  { title, trail = [], body, notices = [], script }: PageContent,
  status: ContentfulStatusCode = 200,
  headers: Record<string, string> = {},
): Promise<Response> {
  const document = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${title} – Emberline</title><link rel="icon" href="${icon}"><style>${raw(stylesheet)}</style></head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${header(context, status)}
${trailOf(trail)}
<main id="main" tabindex="-1"><h1>${title}</h1>
${notices.map((notice) => html`<p class="notice">${notice}</p>`)}
${body}
</main>${script ? html`<script>${raw(script)}</script>` : ""}</body></html>`;
  const text = await document;
  return context.body(text.toString(), status, {
    "Content-Type": `${htmlType}; charset=utf-8`,
    "Content-Security-Policy": policy(script),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    ...headers,
  });
}

/** Only this style sheet and this script, by their hashes (CSP 3, 6.7.3). */
function policy(script: string | undefined): string {
  return [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    ...(script ? [`script-src '${hashOf(script)}'`] : []),
    "img-src data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
