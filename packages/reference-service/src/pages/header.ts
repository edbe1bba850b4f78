import { getCookie } from "hono/cookie";
import { html } from "hono/html";
import { baseUrl, featuresBase, ownUrl, type ServiceContext } from "../http/environment.ts";
import { tokenCookie } from "../http/token-cookie.ts";
import type { Html } from "./html.ts";
import { mark } from "./mark.ts";

/** Pages above another, from the root. */
export type Trail = readonly (readonly [title: string, href: string])[];

export const simulationsPath = "/v1/fire-spread/simulations";
export const settingsPath = "/settings/api-clients";
export const signOutPath = "/sign-out";

/** The mark, the parts of the service, and the way out. */
export function header(context: ServiceContext, status: number): Html {
  const { resources, formField } = context.get("site");
  const root = baseUrl(context, resources);
  const base = featuresBase(context, resources);
  const home = resources.documentedOnly ? `${base}/collections` : base;
  const here = ownUrl(context, resources);
  const isSignedIn = status !== 401 && getCookie(context, tokenCookie) !== undefined;
  return html`<header><div class="top"><a class="mark" href="${home}">${mark}Fire service</a>
<nav aria-label="Service">${partsOf(context).map(
    ([title, href]) =>
      html`<a href="${href}"${isAt(here, href) ? html` aria-current="true"` : ""}>${title}</a>`,
  )}</nav>
${isSignedIn ? html`<form method="post" action="${new URL(root).pathname.replace(/\/$/, "")}${signOutPath}">${formField(context)}<button>Sign out</button></form>` : ""}</div>
${resources.synthetic ? html`<p class="synthetic">Synthetic data for trying the service: not real fires.</p>` : ""}</header>`;
}

function partsOf(context: ServiceContext): [title: string, href: string][] {
  const { resources, hasSettings } = context.get("site");
  const root = baseUrl(context, resources);
  const base = featuresBase(context, resources);
  const { documentedOnly, apiPage, otherPages } = resources;
  const api = apiPage === undefined ? `${base}/api` : new URL(apiPage, `${root}/`).href;
  return [
    ["Collections", `${base}/collections`],
    ...(documentedOnly
      ? []
      : [
          ["Simulations", root + simulationsPath] satisfies [string, string],
          ["API", api] satisfies [string, string],
        ]),
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
export function trailOf(trail: Trail): Html {
  if (trail.length === 0) return html``;
  return html`<nav class="trail" aria-label="Breadcrumb"><ol>${trail.map(
    ([text, href]) => html`<li><a href="${href}">${text}</a></li>`,
  )}</ol></nav>`;
}
