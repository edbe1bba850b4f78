import { baseUrl, featuresBase, type Resources, type ServiceContext } from "../http/environment.ts";
import { type Link, selfLinks } from "../http/links.ts";
import { htmlType, jsonType } from "../http/media-types.ts";
import { simulationsPath } from "../pages/header.ts";
import { page as htmlPage } from "../pages/layout.ts";
import { simulationBody, simulationName, simulationsBody } from "../pages/simulation-pages.ts";
import type { Simulation } from "../simulations/simulation.ts";
import type { SimulationPage } from "../simulations/simulation-store.ts";
import { relatedLinks } from "./related.ts";

const offeredTypes = [jsonType, htmlType];
const listTitle = "Fire-spread simulations";

interface ListedPage {
  page: SimulationPage;
  params: URLSearchParams;
  nextCursor: string | null;
}

/** The list of simulations as a page for readers. */
export async function simulationsPage(
  context: ServiceContext,
  resources: Resources,
  { page, params, nextCursor }: ListedPage,
): Promise<Response> {
  const list = baseUrl(context, resources) + simulationsPath;
  const at = (cursor: string | null) => {
    const there = new URLSearchParams(params);
    there.delete("cursor");
    if (cursor !== null) there.set("cursor", cursor);
    return there.size > 0 ? `${list}?${there}` : list;
  };
  const { organization } = context.get("caller");
  const body = await simulationsBody(
    page.simulations,
    resources.simulations.count(organization),
    {
      hrefOf: (id) => `${list}/${encodeURIComponent(id)}`,
      links: selfLinks(at(params.get("cursor")), htmlType, offeredTypes, "These simulations"),
      first: params.has("cursor") ? at(null) : undefined,
      next: nextCursor === null ? undefined : at(nextCursor),
    },
    resources.mapFigure,
  );
  return htmlPage(context, {
    title: listTitle,
    trail: [["Fire features", featuresBase(context, resources)]],
    notices: resources.notices.simulations,
    body,
  });
}

/** One simulation as a page for readers. */
export async function simulationPage(
  context: ServiceContext,
  resources: Resources,
  simulation: Simulation,
): Promise<Response> {
  const list = baseUrl(context, resources) + simulationsPath;
  const base = featuresBase(context, resources);
  const self = `${list}/${encodeURIComponent(simulation.id)}`;
  const links: Link[] = selfLinks(self, htmlType, offeredTypes, "This simulation");
  const { id, longitude, latitude, createdAt } = simulation;
  const start = {
    type: "Feature" as const,
    id,
    geometry: { type: "Point" as const, coordinates: [longitude, latitude] as [number, number] },
    properties: { datetime: createdAt },
  };
  return htmlPage(context, {
    title: simulationName(simulation),
    trail: [
      ["Fire features", base],
      [listTitle, list],
    ],
    body: await simulationBody(simulation, links, relatedLinks(start, base), resources.mapFigure),
  });
}
