import type { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { setCookie } from "hono/cookie";
import { csrf } from "hono/csrf";
import { html } from "hono/html";
import type { Guards, Resources, ServiceContext, ServiceEnv } from "../http/environment.ts";
import { page } from "../pages/layout.ts";

const PATH = "/sign-in";
const MAX_BODY_BYTES = 4 * 1024;

/** Carries the bearer token of a person who reads the pages in a browser. */
export const TOKEN_COOKIE = "emberline_token";

/** `POST /sign-in`: an API client, from the form of the page below, for a cookie with a token. */
export function signInRoute(app: Hono<ServiceEnv>, resources: Resources, guards: Guards): void {
  const { clients, tokens, throttle } = guards;
  app.post(PATH, csrf(), bodyLimit({ maxSize: MAX_BODY_BYTES }), async (context) => {
    const form = await context.req.parseBody();
    const [id, secret, to] = [form.client_id, form.client_secret, form.to].map(String);
    const caller = await throttle.attempt(`client ${id}`, () => clients.authenticate(id!, secret!));
    if (!caller) {
      return signInPage(context, resources, to!, "The client_id or the client_secret is wrong.");
    }
    setCookie(context, TOKEN_COOKIE, await tokens.issue(caller), {
      path: resources.basePath || "/",
      maxAge: tokens.lifetimeSeconds,
      httpOnly: true,
      sameSite: "Strict",
      secure: new URL(context.req.url).protocol === "https:",
    });
    return context.redirect(ownPath(to!, resources), 303);
  });
}

/** Asks a person for an API client, and leads back to where they came from. */
export function signInPage(
  context: ServiceContext,
  { basePath }: Resources,
  to: string,
  message: string,
): Promise<Response> {
  const body = html`<p>${message}</p><form method="post" action="${basePath}${PATH}">
<input type="hidden" name="to" value="${to}"><label>client_id <input name="client_id" required autocomplete="username"></label>
<label>client_secret <input name="client_secret" type="password" required autocomplete="current-password"></label>
<button>Sign in</button></form>`;
  return page(context, { title: "Sign in", body }, 401, { "WWW-Authenticate": "Bearer" });
}

/** Only a path of this service; anything else would let a form lead to another site. */
function ownPath(to: string, { basePath }: Resources): string {
  const isOwn = to.startsWith(`${basePath}/`) && !/^\/[/\\]/.test(to) && !/[\r\n]/.test(to);
  return isOwn ? to : `${basePath}/ogc/features/v1`;
}
