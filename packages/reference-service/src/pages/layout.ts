import { createHash } from "node:crypto";
import { hiddenCharacters } from "@emberline/settings";
import { html, raw } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { htmlType, type Link, withFormat } from "../http/answers.ts";
import type { Html } from "../http/environment.ts";
import {
  baseUrl,
  featuresBase,
  ownUrl,
  type ServiceContext,
  tokenInCookie,
} from "../http/environment.ts";
import { type CollectionId, collectionText } from "../values/collections.ts";
import { syntheticSentence } from "../values/synthetic.ts";
import { stylesheet } from "./stylesheet.ts";

const flame =
  "M8 1c.5 3 4.5 4.5 4.5 8.5a4.5 4.5 0 0 1-9 0C3.5 7.5 5 6.5 5.5 5c1 .5 1.5 1.5 1.5 2.5C8 6 8.5 3.5 8 1z";

/** Emberline's mark in the header, in the colour of its text. */
const mark = raw(`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${flame}"/></svg>`);

/** The same for the tab of a browser. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#c8401c" d="${flame}"/></svg>`,
)}`;

/** The contents of a page; the template escapes every value. */
interface PageContent {
  title: string;
  /** Breadcrumbs from the root to the page above this one. */
  trail?: Trail;
  body: Html | Html[];
  /** Notices about the data, such as that part of it is missing. */
  notices?: readonly string[];
}

/** Only this style sheet, by its hash (CSP 3, 6.7.3). */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(stylesheet).digest("base64")}'`,
  "img-src data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** A complete HTML document without requests to other hosts. */
export async function page(
  context: ServiceContext,
  { title, trail = [], body, notices = [] }: PageContent,
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
</main></body></html>`;
  const text = (await document).toString();
  const visible = text.replace(hiddenCharacters, (each) => (each === "\n" ? each : ""));
  return context.body(visible, status, {
    "Content-Type": `${htmlType}; charset=utf-8`,
    "Content-Security-Policy": policy,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    ...headers,
  });
}

/** Pages above another, from the root. */
type Trail = readonly (readonly [title: string, href: string])[];

/** To a page about a collection, whose own page is the last. */
export function collectionTrail(id: CollectionId, base: string): Trail {
  return [
    ["Fire features", base],
    ["Collections", `${base}/collections`],
    [collectionText(id, false).title, `${base}/collections/${id}?f=html`],
  ];
}

export const settingsPath = "/settings/api-clients";
export const signOutPath = "/sign-out";

/** The mark, the parts of the service, and the way out. */
function header(context: ServiceContext, status: number): Html {
  const { resources, formField } = context.get("site");
  const root = baseUrl(context, resources);
  const base = featuresBase(context, resources);
  const home = resources.documentedOnly ? `${base}/collections` : base;
  const here = ownUrl(context, resources);
  const madeUp = syntheticSentence(resources.synthetic);
  const isSignedIn = status !== 401 && tokenInCookie(context) !== undefined;
  return html`<header><div class="top"><a class="mark" href="${home}">${mark}Fire service</a>
<nav aria-label="Service">${partsOf(context).map(
    ([title, href]) =>
      html`<a href="${href}"${isAt(here, href) ? html` aria-current="true"` : ""}>${title}</a>`,
  )}</nav>
${isSignedIn ? html`<form method="post" action="${new URL(root).pathname.replace(/\/$/, "")}${signOutPath}">${formField(context)}<button>Sign out</button></form>` : ""}</div>
${madeUp === undefined ? "" : html`<p class="synthetic">${madeUp}</p>`}</header>`;
}

function partsOf(context: ServiceContext): [title: string, href: string][] {
  const { resources, hasSettings } = context.get("site");
  const root = baseUrl(context, resources);
  const base = featuresBase(context, resources);
  const { documentedOnly, apiPage, otherPages } = resources;
  const api = apiPage === undefined ? `${base}/api` : new URL(apiPage, `${root}/`).href;
  return [
    ["Collections", `${base}/collections`],
    ...(documentedOnly ? [] : [["API", api] satisfies [string, string]]),
    ...(hasSettings ? [["Settings", root + settingsPath] satisfies [string, string]] : []),
    ...otherPages.map(({ title, href }): [string, string] => [
      title,
      new URL(href, `${root}/`).href,
    ]),
  ];
}

function isAt(here: string, href: string): boolean {
  const [path] = here.split("?");
  return path === href || path!.startsWith(`${href}/`);
}

/** The way back, to the page above this one. */
function trailOf(trail: Trail): Html {
  if (trail.length === 0) return html``;
  return html`<nav class="trail" aria-label="Breadcrumb"><ol>${trail.map(
    ([text, href]) => html`<li><a href="${href}">${text}</a></li>`,
  )}</ol></nav>`;
}

/** What programs read instead of a page, by titles; `f` is set, since browsers accept pages. */
export function linkList(links: readonly Link[]): Html {
  const data = links.filter(({ type, rel }) => type !== htmlType && rel !== "next");
  return html`<h2>As data</h2><ul class="links">${data.map(
    ({ href, rel, title, type }) =>
      html`<li><a href="${type ? withFormat(href, type) : href}" rel="${rel}">${title ?? href}</a></li>`,
  )}</ul>`;
}
