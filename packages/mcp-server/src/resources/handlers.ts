import type { Handlers } from "../handlers.ts";
import { annotationsOf, listResources } from "./list-resources.ts";
import { readResource } from "./read-resource.ts";
import { offeredRoutes, type Route, templateOf, variablesOf } from "./routes.ts";
import { Sizes } from "./sizes.ts";

export function resourceHandlers(isOffered: (tool: string) => boolean): Handlers {
  const routes = offeredRoutes(isOffered);
  const sizes = new Sizes();
  const resourceTemplates = routes.filter(isTemplate).map((route) => ({
    uriTemplate: templateOf(route),
    name: route.name,
    title: route.title,
    description: route.description,
    ...(route.tool !== "show_map" && { mimeType: "application/json" }),
    annotations: annotationsOf(route),
  }));
  return {
    "resources/list": (_params, run) => listResources(routes, run, sizes),
    "resources/templates/list": () => ({ resourceTemplates }),
    async "resources/read"({ uri }, run) {
      const result = await readResource(uri, routes, run);
      const [only, ...others] = result.contents;
      if (only && "text" in only && others.length === 0) sizes.set(uri, only.text);
      return result;
    },
  };
}

function isTemplate(route: Route): boolean {
  return variablesOf(route).length > 0 || route.query !== undefined;
}
