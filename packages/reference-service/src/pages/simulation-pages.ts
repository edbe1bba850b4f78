import { html } from "hono/html";
import type { Link } from "../http/answers.ts";
import type { Html, MapFigure } from "../http/environment.ts";
import type { Simulation } from "../simulations/simulation.ts";
import { counted, facts, shownMinute, shownTime } from "./html.ts";
import { linkList } from "./layout.ts";

/** A simulation by its fire, else its place, else its position. */
export function simulationName(simulation: Simulation): string {
  const { fireName, locationName, latitude, longitude } = simulation;
  if (fireName || locationName) return (fireName || locationName)!;
  const [northing, easting] = [latitude < 0 ? "S" : "N", longitude < 0 ? "W" : "E"];
  return `${Math.abs(latitude).toFixed(2)}° ${northing}, ${Math.abs(longitude).toFixed(2)}° ${easting}`;
}

/** The simulations among the collections of the landing page. */
export function simulationsCard({
  count,
  newest,
  href,
}: {
  count: number;
  newest: Simulation | undefined;
  href: string;
}): Html {
  return html`<li class="card"><h2>Fire-spread simulations</h2>
<p class="count">${count.toLocaleString("en")}</p>
<p class="quiet">${newest ? `newest ${shownMinute(Date.parse(newest.createdAt))}` : "none for this organization"}</p>
<p>Forecasts of how fires may spread, made for your organization.</p>
<ul><li><a href="${href}">Browse simulations</a></li></ul></li>`;
}

/** A page of simulations: a map, a table, and the way to the next page. */
export async function simulationsBody(
  simulations: readonly Simulation[],
  count: number,
  {
    hrefOf,
    links,
    first,
    next,
  }: {
    hrefOf: (id: string) => string;
    links: readonly Link[];
    first: string | undefined;
    next: string | undefined;
  },
  mapFigure: MapFigure,
): Promise<Html> {
  if (simulations.length === 0) {
    return html`<p>This organization has no simulation that matches.</p>${linkList(links)}`;
  }
  const map = await mapFigure({
    title: counted(simulations.length, "simulation"),
    layers: {
      simulations: simulations.map(({ longitude, latitude }) => [longitude, latitude] as const),
      links: simulations.map((each) => ({
        geometry: { type: "Point", coordinates: [each.longitude, each.latitude] },
        title: simulationName(each),
        href: hrefOf(each.id),
      })),
    },
  });
  const rows = simulations.map(
    (
      each,
    ) => html`<tr><th scope="row"><a href="${hrefOf(each.id)}">${simulationName(each)}</a></th><td>${statusOf(each)}</td><td class="time">${shownTime(each.createdAt)}</td>
<td class="number">${hectares(each.burnedAreaM2)}</td><td class="number">${each.durationHours}</td><td class="number">${each.ensembleMembers}</td><td>${each.auto ? "automatic" : "by hand"}</td><td>${each.locationName ?? "–"}</td></tr>
`,
  );
  return html`<p>${count > simulations.length ? `${simulations.length} of ` : ""}${counted(count, "simulation")}, newest first. A simulation is a forecast, not an observation.</p>
${map}
<h2>Table</h2>
<div class="table" role="region" aria-label="Simulations" tabindex="0"><table><thead><tr><th scope="col">Name</th><th scope="col">Status</th><th scope="col">Created</th><th scope="col" class="number">Burned area <span class="unit">(ha)</span></th><th scope="col" class="number">Duration <span class="unit">(h)</span></th><th scope="col" class="number">Ensemble members</th><th scope="col">Started</th><th scope="col">Place</th></tr></thead>
<tbody>${rows}</tbody></table></div>
${
  first || next
    ? html`<nav class="pager" aria-label="Pages">${first ? html`<a class="button plain" href="${first}">First page</a>` : ""}${next ? html`<a class="button" rel="next" href="${next}">Next</a>` : ""}</nav>`
    : ""
}
${linkList(links)}`;
}

/** One simulation with all that is known of it. */
export async function simulationBody(
  simulation: Simulation,
  links: readonly Link[],
  related: readonly Link[],
  mapFigure: MapFigure,
): Promise<Html> {
  const { id, longitude, latitude, clusterId, errorMessage } = simulation;
  const map = await mapFigure({
    title: "Where it starts",
    layers: { simulations: [[longitude, latitude]] },
  });
  return html`<p class="quiet">id <code>${id}</code></p>
<p>A simulation is a forecast, not an observation.</p>
${errorMessage ? html`<p class="error">${errorMessage}</p>` : ""}
<div class="choose">${map}<section class="panel" aria-label="Properties">${facts([
    ["Status", statusOf(simulation)],
    ["Created", shownTime(simulation.createdAt)],
    ["Started", simulation.auto ? "automatically" : "by hand"],
    ["Fire", simulation.fireName ?? "–"],
    ["Place", simulation.locationName ?? "–"],
    ["Longitude, latitude", `${longitude}°, ${latitude}°`],
    [html`Burned area <span class="unit">(ha)</span>`, hectares(simulation.burnedAreaM2)],
    [html`Duration <span class="unit">(h)</span>`, String(simulation.durationHours)],
    ["Ensemble members", String(simulation.ensembleMembers)],
    ["Model", simulation.model],
    ["Group of detections", clusterId ? html`<code>${clusterId}</code>` : "–"],
  ])}</section></div>
<h2>Around it</h2><ul class="links">${related.map(
    ({ href, title }) => html`<li><a href="${href}">${title}</a></li>`,
  )}</ul>
${linkList(links)}`;
}

/** `NO_SPREAD` as "no spread"; unknown statuses of later versions too. */
function statusOf({ status }: Simulation): string {
  return status.toLowerCase().replaceAll("_", " ");
}

function hectares(squareMetres: number | null): string {
  if (squareMetres === null) return "–";
  return (squareMetres / 10_000).toLocaleString("en", { maximumFractionDigits: 1 });
}
