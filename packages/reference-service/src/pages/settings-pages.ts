import { html } from "hono/html";
import type { ClientRecord } from "../auth/client-records.ts";
import type { Html } from "../http/environment.ts";
import { shownTime } from "./html.ts";

interface Form {
  action: string;
  /** The hidden field that the form needs. */
  field: Html;
}

/** All API clients, and a form to create one. */
export function clientsBody(
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
export function createdBody({ id }: ClientRecord, secret: string, list: string): Html {
  return html`<p class="notice">Copy the secret now: it is shown only once and stored as a hash.</p>
<dl class="secrets"><dt>client_id</dt><dd><code id="client_id">${id}</code></dd><dt>client_secret</dt><dd><code id="client_secret">${secret}</code></dd></dl>
<p><a class="button" href="${list}">All API clients</a></p>`;
}

/** Asks before an API client is revoked. */
export function revokeBody({ id, organization }: ClientRecord, { action, field }: Form): Html {
  return html`<p class="notice">Every program that uses this API client is refused from then on, with the tokens it already has. This cannot be undone.</p>
<dl class="secrets"><dt>client_id</dt><dd><code>${id}</code></dd><dt>Organization</dt><dd>${organization}</dd></dl>
<form class="actions" method="post" action="${action}/revoke">${field}<input type="hidden" name="id" value="${id}"><button>Revoke</button><a class="button plain" href="${action}">Keep it</a></form>`;
}
