import type { Hono, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { csrf } from "hono/csrf";
import { html } from "hono/html";
import { sameText } from "../auth/clients.ts";
import type { Guards, Resources, ServiceEnv } from "../http/environment.ts";
import { type Html, page } from "../pages/layout.ts";
import { notFound, Problem } from "../problems.ts";

const PATH = "/settings/api-clients";
const MAX_BODY_BYTES = 4 * 1024;
const MAX_NAME_LENGTH = 100;

/**
 * Settings → API clients: a page to list, create and revoke them, behind the administrator key
 * (HTTP Basic, any user name). Without such a key there is no page.
 */
export function settingsRoutes(
  app: Hono<ServiceEnv>,
  { basePath }: Resources,
  guards: Guards,
): void {
  const { clients, adminKey } = guards;
  if (adminKey === undefined) return;
  const guard = [
    csrf(),
    bodyLimit({ maxSize: MAX_BODY_BYTES }),
    administrator(adminKey, guards),
  ] as const;
  const action = basePath + PATH;

  app.get(PATH, ...guard, async (context) => {
    const rows = clients.created().map(
      ({
        id,
        name,
        organization,
        createdAt,
        revokedAt,
      }) => html`<tr><th scope="row">${name}</th><td>${id}</td>
<td>${organization}</td><td>${createdAt}</td><td>${revokedAt ? `revoked ${revokedAt}` : revokeForm(action, id)}</td></tr>`,
    );
    const fault = clients.stateFault;
    const warning =
      fault && html`<p class="notice">Only what was last read is listed: ${fault}</p>`;
    const body = html`${warning ?? ""}<table><thead><tr><th scope="col">Name</th><th scope="col">client_id</th><th scope="col">Organization</th>
<th scope="col">Created</th><th scope="col">State</th></tr></thead><tbody>${rows}</tbody></table>
<h2>Create</h2><form method="post" action="${action}"><label>Name <input name="name" required maxlength="${MAX_NAME_LENGTH}"></label>
<label>Organization <input name="organization" value="${clients.organization}" required maxlength="${MAX_NAME_LENGTH}"></label>
<button>Create</button></form>`;
    return page(context, { title: "API clients", body }, 200, { "Cache-Control": "no-store" });
  });

  app.post(PATH, ...guard, async (context) => {
    const form = await context.req.parseBody();
    const { record, secret } = await clients.create(
      nameOf(form.name, "name"),
      nameOf(form.organization ?? clients.organization, "organization"),
    );
    const body = html`<p>Copy the secret now: it is shown this once and kept only as a hash.</p>
<dl><dt>client_id</dt><dd><code>${record.id}</code></dd><dt>client_secret</dt><dd><code>${secret}</code></dd></dl>
<p><a href="${action}">All API clients</a></p>`;
    return page(context, { title: `Created ${record.name}`, body }, 201, {
      "Cache-Control": "no-store",
    });
  });

  app.post(`${PATH}/revoke`, ...guard, async (context) => {
    const { id } = await context.req.parseBody();
    if (typeof id !== "string" || !(await clients.revoke(id)))
      throw notFound("There is no such API client.");
    return context.redirect(action, 303);
  });
}

function administrator(key: string, { throttle }: Guards): MiddlewareHandler<ServiceEnv> {
  return async (context, next) => {
    const [scheme, credentials = ""] = (context.req.header("Authorization") ?? "").split(" ");
    const given = Buffer.from(credentials, "base64")
      .toString()
      .replace(/^[^:]*:/, "");
    const isRight = async () =>
      (scheme?.toLowerCase() === "basic" && sameText(given, key)) || undefined;
    if (credentials !== "" && (await throttle.attempt("administrator", isRight))) return next();
    throw new Problem(
      401,
      "invalid-administrator",
      "Sign in with the administrator key as password.",
      {
        "WWW-Authenticate": 'Basic realm="Settings", charset="UTF-8"',
      },
    );
  };
}

function revokeForm(action: string, id: string): Html {
  return html`<form method="post" action="${action}/revoke"><input type="hidden" name="id" value="${id}"><button>Revoke</button></form>`;
}

function nameOf(value: unknown, field: string): string {
  const name = typeof value === "string" ? value.trim() : "";
  if (name !== "" && name.length <= MAX_NAME_LENGTH) return name;
  throw new Problem(
    400,
    "invalid-parameter",
    `The field ${field} must have 1 to ${MAX_NAME_LENGTH} characters.`,
  );
}
