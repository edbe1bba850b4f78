import { html } from "hono/html";
import type { Html } from "../http/environment.ts";
import { type FieldName, type FormState, sides } from "../params/form-fields.ts";
import type { Queryable } from "../store/feature-store.ts";
import { counted } from "./html.ts";

const pageSizes = [10, 20, 50, 100];

const labels: Readonly<Record<(typeof sides)[number], string>> = {
  west: "West (°)",
  south: "South (°)",
  east: "East (°)",
  north: "North (°)",
};

/** The box, dates and filter of a page of features; the page is found by its address alone. */
export function selectionForm(
  action: string,
  { values, problems }: FormState,
  queryables: readonly Queryable[],
): Html {
  const [first] = fieldNames.filter((name) => problems[name] !== undefined);
  const attributes = (name: FieldName, describedBy?: string) => {
    const problem = problems[name] === undefined ? undefined : `${name}-problem`;
    const described = [describedBy, problem].filter(Boolean).join(" ");
    return html`id="${name}" name="${name}"${problem ? html` aria-invalid="true"` : ""}${
      described ? html` aria-describedby="${described}"` : ""
    }${name === first ? html` autofocus` : ""}`;
  };
  const isBoxWrong = problems.bbox !== undefined;
  return html`<form class="panel" method="get" action="${action}" aria-label="Select features">
<input type="hidden" name="f" value="html">
<fieldset${isBoxWrong ? html` aria-describedby="bbox-problem"` : ""}><legend>Box</legend><div class="fields">${sides.map(
    (side) =>
      html`<div><label for="${side}">${labels[side]}</label><input ${attributes(side)} autocomplete="off" value="${values[side] ?? ""}">${problemOf(problems, side)}</div>`,
  )}</div>${problemOf(problems, "bbox")}</fieldset>
<fieldset><legend>Date (UTC)</legend><div class="fields dates">${(["from", "to"] as const).map(
    (end) =>
      html`<div><label for="${end}">${end === "from" ? "From" : "To, included"}</label><input ${attributes(end)} type="${isDay(values[end]) ? "date" : "text"}" value="${values[end] ?? ""}"></div>`,
  )}</div>${problemOf(problems, "from")}${problemOf(problems, "to")}</fieldset>
<label for="filter">Filter (CQL2)</label><textarea ${attributes("filter", "filter-hint")} rows="2" spellcheck="false" autocapitalize="off">${values.filter ?? ""}</textarea>${problemOf(problems, "filter")}
<p id="filter-hint" class="quiet">${exampleOf(action, queryables)}</p>
${propertyNames(queryables)}
<label for="limit">Per page</label><select ${attributes("limit")}>${sizesWith(values.limit).map(
    (size) =>
      html`<option${size === (values.limit ?? "10") ? html` selected` : ""}>${size}</option>`,
  )}</select>${problemOf(problems, "limit")}
<p class="actions"><button>Show</button><a class="button plain" href="${action}?f=html">Clear</a></p></form>`;
}

const fieldNames: readonly FieldName[] = [...sides, "from", "to", "filter", "limit"];

function problemOf(problems: FormState["problems"], name: FieldName): Html {
  const problem = problems[name];
  if (problem === undefined) return html``;
  // Of CQL2, the filter and a caret below it follow the sentence.
  const [sentence, ...excerpt] = problem.split("\n");
  return html`<div class="problem" id="${name}-problem">${sentence}${
    excerpt.length > 0 ? html`<pre tabindex="0">${excerpt.join("\n")}</pre>` : ""
  }</div>`;
}

/** A field for dates cannot contain a time of day. */
function isDay(value = ""): boolean {
  return value === "" || /^\d{4}-\d\d-\d\d$/.test(value);
}

function sizesWith(limit: string | undefined): string[] {
  const sizes: string[] = pageSizes.map(String);
  return limit === undefined || sizes.includes(limit) ? sizes : [...sizes, limit];
}

const shownTypes: Readonly<Partial<Record<Queryable["type"], string>>> = {
  string: "text",
  dateTime: "time",
  uri: "address",
};

/** Every property that a filter can name. */
function propertyNames(queryables: readonly Queryable[]): Html {
  return html`<details><summary>${counted(queryables.length, "property", "properties")} to filter by</summary><ul class="names">${queryables.map(
    ({ id, type }) =>
      html`<li><code>${id}</code> <span class="quiet">${shownTypes[type] ?? type}</span></li>`,
  )}</ul></details>`;
}

/** Filters by usual properties: FIRMS (NASA), WFIGS (NIFC), lists of power plants. */
const examples: readonly { names: string[]; filter: string }[] = [
  { names: ["frp", "daynight"], filter: "frp > 50 AND daynight = 'N'" },
  {
    names: ["incident_name", "gis_acres"],
    filter: "gis_acres > 1000 AND CASEI(incident_name) LIKE CASEI('%ridge%')",
  },
  { names: ["category"], filter: "category IN ('volcano', 'steel_plant')" },
];

/** A filter that this collection accepts, as a link. */
function exampleOf(action: string, queryables: readonly Queryable[]): Html {
  const known = new Set(queryables.map(({ id }) => id));
  const example = examples.find(({ names }) => names.every((name) => known.has(name)));
  if (!example) return html`A condition on the properties below.`;
  const href = `${action}?${new URLSearchParams({ filter: example.filter, f: "html" })}`;
  return html`Such as <a href="${href}"><code>${example.filter}</code></a>`;
}
