import { printRoute, type Route } from "./route.ts";

/** Goes to a route as a link would; false if the page is there already. */
export function goTo(route: Route): boolean {
  const { hash } = new URL(printRoute(route), location.href);
  if (hash === location.hash) return false;
  location.hash = hash;
  return true;
}
