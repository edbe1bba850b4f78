import type { Hono } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import { authenticate } from "../auth/clients.ts";
import {
  addressOf,
  baseUrl,
  cookieName,
  cookieScope,
  type Guards,
  publicPath,
  type Resources,
  type ServiceContext,
  type ServiceEnv,
} from "../http/environment.ts";
import { type Forms, limitedBody } from "../http/forms.ts";
import { page, settingsPath, signOutPath } from "../pages/layout.ts";
import { Problem } from "../values/problems.ts";

const signInPath = "/sign-in";
const maxBodyBytes = 4 * 1024;

/**
 * `POST /sign-in`: exchanges the API client from the form below for a cookie with a token.
 * `POST /sign-out`: takes the cookie back.
 */
export function signInRoute(
  app: Hono<ServiceEnv>,
  resources: Resources,
  guards: Guards,
  forms: Forms,
): void {
  const { tokens } = guards;
  app.post(signInPath, limitedBody(maxBodyBytes), async (context) => {
    const { client_id: id, client_secret: secret, to = "" } = await forms.read(context);
    if (id === undefined || secret === undefined) {
      throw new Problem(400, "invalid-request", "The form needs client_id and client_secret.");
    }
    const caller = await authenticate(guards, { id, secret, address: addressOf(context) });
    const base = baseUrl(context, resources);
    if (!caller) {
      const message = "The client_id or the client_secret is wrong.";
      return signInPage(context, resources, forms, { to: ownPage(to, base), message });
    }
    setCookie(context, cookieName(context, "token"), await tokens.issue(caller), {
      ...cookieScope(context, resources),
      maxAge: tokens.lifetimeSeconds,
      httpOnly: true,
      sameSite: "Strict",
    });
    return context.redirect(ownPage(to, base), 303);
  });

  app.post(signOutPath, limitedBody(maxBodyBytes), async (context) => {
    await forms.read(context);
    deleteCookie(context, cookieName(context, "token"), cookieScope(context, resources));
    return context.redirect(ownPage("", baseUrl(context, resources)), 303);
  });
}

/**
 * Asks a person for an API client, then returns to the original page.
 * @param to the URL of that page
 */
export function signInPage(
  context: ServiceContext,
  resources: Resources,
  forms: Forms,
  { to, message }: { to: string; message: string },
): Promise<Response> {
  const action = publicPath(context, resources) + signInPath;
  const { hasSettings } = context.get("site");
  const settings = baseUrl(context, resources) + settingsPath;
  const body = html`<p>${message}</p><form method="post" action="${action}" class="form panel">${forms.field(context)}
<input type="hidden" name="to" value="${to}"><label>client_id <input name="client_id" required autocomplete="username"></label>
<label>client_secret <input name="client_secret" type="password" required autocomplete="current-password"></label>
<button>Sign in</button></form>
<p class="quiet">Programs exchange the same pair for a token at <code>/v1/token</code>.${
    hasSettings
      ? html` An administrator creates API clients in <a href="${settings}">Settings → API clients</a>.`
      : ""
  }</p>`;
  return page(context, { title: "Sign in", body }, 401, { "WWW-Authenticate": "Bearer" });
}

/**
 * The requested page if it belongs to this service, else the landing page. Parsed like in browsers,
 * which read another host in `//host`, `/\\host`, and slashes with a tab in between.
 */
function ownPage(to: string, base: string): string {
  const url = URL.canParse(to, base) ? new URL(to, base).href : "";
  return url.startsWith(`${base}/`) ? url : `${base}/ogc/features/v1`;
}

const maxTokenBodyBytes = 16 * 1024;

/** `POST /v1/token`: exchanges an API client for a bearer token. */
export function tokenRoute(app: Hono<ServiceEnv>, guards: Guards): void {
  const { tokens } = guards;
  app.post("/v1/token", limitedBody(maxTokenBodyBytes), async (context) => {
    const { client_id, client_secret } = await readBody(context.req.raw);
    const attempt = { id: client_id, secret: client_secret, address: addressOf(context) };
    const caller = await authenticate(guards, attempt);
    if (!caller) {
      throw new Problem(401, "invalid-client", "The client_id or the client_secret is wrong.", {
        "WWW-Authenticate": "Bearer",
      });
    }
    const body = {
      access_token: await tokens.issue(caller),
      expires_in: tokens.lifetimeSeconds,
      token_type: "Bearer",
    };
    return context.json(body, 200, { "Cache-Control": "no-store" });
  });
}

async function readBody(request: Request): Promise<{ client_id: string; client_secret: string }> {
  const body: unknown = await request.json().catch(() => undefined);
  const { client_id, client_secret } = (body ?? {}) as Record<string, unknown>;
  if (typeof client_id !== "string" || typeof client_secret !== "string") {
    throw new Problem(
      400,
      "invalid-request",
      "The body must be a JSON object with the texts client_id and client_secret.",
    );
  }
  return { client_id, client_secret };
}
