import { type ReadonlySignal, signal } from "@preact/signals";
import { parseRoute, type Route } from "../route/route.ts";

/** The route of the page's address. */
export function createRoute(): ReadonlySignal<Route> {
  const route = signal(parseRoute(location.hash));
  addEventListener("hashchange", () => {
    route.value = parseRoute(location.hash);
  });
  return route;
}
