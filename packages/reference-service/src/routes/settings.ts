import type { Hono, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import type { ClientRecord } from "../auth/client-records.ts";
import { sameText } from "../auth/clients.ts";
import { SettingsSessions } from "../auth/settings-sessions.ts";
import {
  addressOf,
  baseUrl,
  cookieName,
  cookieScope,
  featuresBase,
  type Guards,
  type Html,
  publicPath,
  type Resources,
  type ServiceContext,
  type ServiceEnv,
} from "../http/environment.ts";
import { type Forms, limitedBody } from "../http/forms.ts";
import { shownTime } from "../pages/html.ts";
import { page, settingsPath } from "../pages/layout.ts";
import { notFound, Problem } from "../values/problems.ts";

const listTitle = "API clients";
const notStored = { "Cache-Control": "no-store" };
const maxBodyBytes = 4 * 1024;
const maxNameLength = 100;

/**
 * Settings → API clients: a page to list, create and revoke them, protected by the administrator
 * key (HTTP Basic, any user name), or opened by a link that works once. Without a key, the page is
 * disabled.
 */
export function settingsRoutes(
  app: Hono<ServiceEnv>,
  resources: Resources,
  guards: Guards,
  forms: Forms,
): void {
  const { clients, adminKey } = guards;
  if (adminKey === undefined) return;
  const limited = limitedBody(maxBodyBytes);
  const guard = administrator(adminKey, guards);
  const { settingsSessions } = guards;

  // The token of a link is in no page, so that it is in no `Referer`.
  app.get(settingsPath, limited, async (context, next) => {
    const link = context.req.query("link");
    if (link === undefined) return next();
    const session = settingsSessions.open(link);
    if (session !== undefined) {
      setCookie(context, cookieName(context, "settings"), session, {
        ...cookieScope(context, resources),
        maxAge: SettingsSessions.lifetimeSeconds,
        httpOnly: true,
        sameSite: "Strict",
      });
    }
    return context.redirect(actionOf(context), 303);
  });

  app.get(settingsPath, limited, guard, async (context) => {
    const { organization, stateFault: fault } = clients;
    const form = { action: actionOf(context), field: forms.field(context) };
    const body = clientsBody(
      clients.created(),
      { organization, maxLength: maxNameLength, fault },
      form,
    );
    return page(context, { title: listTitle, trail: trailIn(context), body }, 200, notStored);
  });

  app.post(settingsPath, limited, guard, async (context) => {
    const form = await forms.read(context);
    const { record, secret } = await clients.create(
      nameOf(form.name, "name"),
      nameOf(form.organization ?? clients.organization, "organization"),
    );
    const list = actionOf(context);
    return page(
      context,
      {
        title: `Created ${record.name}`,
        trail: [...trailIn(context), [listTitle, list]],
        body: createdBody(record, secret, { list, address: baseUrl(context, resources) }),
      },
      201,
      notStored,
    );
  });

  app.get(`${settingsPath}/revoke`, limited, guard, async (context) => {
    const id = context.req.query("id");
    const record = clients.created().find((one) => one.id === id && !one.revokedAt);
    if (!record) throw noSuchClient();
    const form = { action: actionOf(context), field: forms.field(context) };
    return page(
      context,
      {
        title: `Revoke ${record.name}?`,
        trail: [...trailIn(context), [listTitle, form.action]],
        body: revokeBody(record, form),
      },
      200,
      notStored,
    );
  });

  app.post(`${settingsPath}/revoke`, limited, guard, async (context) => {
    const { id } = await forms.read(context);
    if (id === undefined || !(await clients.revoke(id))) throw noSuchClient();
    return context.redirect(actionOf(context), 303);
  });

  function actionOf(context: ServiceContext): string {
    return publicPath(context, resources) + settingsPath;
  }

  function trailIn(context: ServiceContext): [string, string][] {
    return [["Fire features", featuresBase(context, resources)]];
  }
}

function noSuchClient(): Problem {
  return notFound("There is no such API client.");
}

function administrator(
  key: () => string,
  { clients, throttle, settingsSessions }: Guards,
): MiddlewareHandler<ServiceEnv> {
  return async (context, next) => {
    if (settingsSessions.isOpen(getCookie(context, cookieName(context, "settings")))) return next();
    const [scheme, credentials = ""] = (context.req.header("Authorization") ?? "").split(" ");
    const given = Buffer.from(credentials, "base64")
      .toString()
      .replace(/^[^:]*:/, "");
    if (scheme?.toLowerCase() === "basic" && sameText(given, key())) return next();
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
      "Sign in with the administrator key as password. A link into Settings opens once, within an hour of the start.",
      {
        "WWW-Authenticate": 'Basic realm="Settings", charset="UTF-8"',
      },
    );
  };
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

interface Form {
  action: string;
  /** The hidden field that the form needs. */
  field: Html;
}

/** All API clients, and a form to create one. */
function clientsBody(
  records: readonly ClientRecord[],
  {
    organization,
    maxLength,
    fault,
  }: { organization: string; maxLength: number; fault?: string | undefined },
  { action, field }: Form,
): Html {
  const rows = records.map(
    ({ id, name, organization: owner, createdAt, revokedAt }) =>
      html`<tr><th scope="row">${name}</th><td>${
        revokedAt
          ? html`revoked ${shownTime(revokedAt)}`
          : html`<a class="button plain" href="${action}/revoke?${new URLSearchParams({ id })}">Revoke<span class="hidden"> ${name}</span>…</a>`
      }</td><td>${owner}</td><td class="time">${shownTime(createdAt)}</td><td><code>${id}</code></td></tr>`,
  );
  return html`${fault ? html`<p class="notice">This list is from the last successful read: ${fault}</p>` : ""}
<p>An API client is what a program exchanges for a bearer token. Its secret is shown once.</p>
${
  rows.length > 0
    ? html`<div class="table" role="region" aria-label="API clients" tabindex="0"><table><thead><tr><th scope="col">Name</th><th scope="col">State</th><th scope="col">Organization</th>
<th scope="col">Created</th><th scope="col">client_id</th></tr></thead><tbody>${rows}</tbody></table></div>`
    : html`<p class="quiet">No API client was created yet.</p>`
}
<h2>Create</h2><form class="form" method="post" action="${action}">${field}<label>Name <input name="name" required maxlength="${maxLength}" autocomplete="off"></label>
<label>Organization <input name="organization" value="${organization}" required maxlength="${maxLength}" autocomplete="off"></label>
<button>Create</button></form>`;
}

/** The only page that shows a secret. */
function createdBody(
  { id }: ClientRecord,
  secret: string,
  { list, address }: { readonly list: string; readonly address: string },
): Html {
  return html`<p class="notice">Copy the secret now: it is shown only once and stored as a hash.</p>
<dl class="secrets"><dt>client_id</dt><dd><code id="client_id">${id}</code></dd><dt>client_secret</dt><dd><code id="client_secret">${secret}</code></dd></dl>
<p>To use it, in a shell:</p>
<pre tabindex="0"><code id="exports">export EMBERLINE_BASE_URL=${address}
export EMBERLINE_CLIENT_ID=${id}
export EMBERLINE_CLIENT_SECRET=${secret}</code></pre>
<p><a class="button" href="${list}">All API clients</a></p>`;
}

/** Asks before an API client is revoked. */
function revokeBody({ id, organization }: ClientRecord, { action, field }: Form): Html {
  return html`<p class="notice">Every program that uses this API client is refused from then on, with the tokens it already has. This cannot be undone.</p>
<dl class="secrets"><dt>client_id</dt><dd><code>${id}</code></dd><dt>Organization</dt><dd>${organization}</dd></dl>
<form class="actions" method="post" action="${action}/revoke">${field}<input type="hidden" name="id" value="${id}"><button>Revoke</button><a class="button plain" href="${action}">Keep it</a></form>`;
}
