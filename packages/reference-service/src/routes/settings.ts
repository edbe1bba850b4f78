import type { Hono, MiddlewareHandler } from "hono";
import { html } from "hono/html";
import { sameText } from "../auth/clients.ts";
import {
  addressOf,
  type Guards,
  publicPath,
  type Resources,
  type ServiceEnv,
} from "../http/environment.ts";
import type { Forms } from "../http/forms.ts";
import { limitedBody } from "../http/limited-body.ts";
import { type Html, page } from "../pages/layout.ts";
import { notFound, Problem } from "../problems.ts";

const settingsPath = "/settings/api-clients";
const maxBodyBytes = 4 * 1024;
const maxNameLength = 100;

/**
 * Settings → API clients: a page to list, create and revoke them, protected by the administrator
 * key (HTTP Basic, any user name). Without a key, the page is disabled.
 */
export function settingsRoutes(
  app: Hono<ServiceEnv>,
  resources: Resources,
  guards: Guards,
  forms: Forms,
): void {
  const { clients, adminKey } = guards;
  if (adminKey === undefined) return;
  const guard = [limitedBody(maxBodyBytes), administrator(adminKey, guards)] as const;

  app.get(settingsPath, ...guard, async (context) => {
    const action = publicPath(context, resources) + settingsPath;
    const field = forms.field(context);
    const rows = clients.created().map(
      ({
        id,
        name,
        organization,
        createdAt,
        revokedAt,
      }) => html`<tr><th scope="row">${name}</th><td>${id}</td>
<td>${organization}</td><td>${createdAt}</td><td>${revokedAt ? `revoked ${revokedAt}` : revokeForm(action, id, field)}</td></tr>`,
    );
    const fault = clients.stateFault;
    const warning =
      fault && html`<p class="notice">This list is from the last successful read: ${fault}</p>`;
    const body = html`${warning ?? ""}<table><thead><tr><th scope="col">Name</th><th scope="col">client_id</th><th scope="col">Organization</th>
<th scope="col">Created</th><th scope="col">State</th></tr></thead><tbody>${rows}</tbody></table>
<h2>Create</h2><form method="post" action="${action}">${field}<label>Name <input name="name" required maxlength="${maxNameLength}"></label>
<label>Organization <input name="organization" value="${clients.organization}" required maxlength="${maxNameLength}"></label>
<button>Create</button></form>`;
    return page(context, { title: "API clients", body }, 200, { "Cache-Control": "no-store" });
  });

  app.post(settingsPath, ...guard, async (context) => {
    const form = await forms.read(context);
    const { record, secret } = await clients.create(
      nameOf(form.name, "name"),
      nameOf(form.organization ?? clients.organization, "organization"),
    );
    const body = html`<p>Copy the secret now: it is shown only once and stored as a hash.</p>
<dl><dt>client_id</dt><dd><code>${record.id}</code></dd><dt>client_secret</dt><dd><code>${secret}</code></dd></dl>
<p><a href="${publicPath(context, resources)}${settingsPath}">All API clients</a></p>`;
    return page(context, { title: `Created ${record.name}`, body }, 201, {
      "Cache-Control": "no-store",
    });
  });

  app.post(`${settingsPath}/revoke`, ...guard, async (context) => {
    const { id } = await forms.read(context);
    if (id === undefined || !(await clients.revoke(id)))
      throw notFound("There is no such API client.");
    return context.redirect(publicPath(context, resources) + settingsPath, 303);
  });
}

function administrator(key: string, { clients, throttle }: Guards): MiddlewareHandler<ServiceEnv> {
  return async (context, next) => {
    const [scheme, credentials = ""] = (context.req.header("Authorization") ?? "").split(" ");
    const given = Buffer.from(credentials, "base64")
      .toString()
      .replace(/^[^:]*:/, "");
    if (scheme?.toLowerCase() === "basic" && sameText(given, key)) return next();
    if (credentials !== "") {
      clients.assertRoom();
      // Throttled like secrets of clients, so that keys cannot be guessed faster.
      await throttle.attempt({ who: "administrator", address: addressOf(context) }, async () => {
        await clients.check("", given);
        return undefined;
      });
    }
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

function revokeForm(action: string, id: string, field: Html): Html {
  return html`<form method="post" action="${action}/revoke">${field}<input type="hidden" name="id" value="${id}"><button>Revoke</button></form>`;
}

function nameOf(value: string | undefined, field: string): string {
  const name = value?.trim() ?? "";
  if (name !== "" && name.length <= maxNameLength) return name;
  throw new Problem(
    400,
    "invalid-parameter",
    `The field ${field} must have 1 to ${maxNameLength} characters.`,
  );
}
