import { parseUri } from "../resources/parse-uri.ts";
import { offeredRoutes, type Route } from "../resources/routes.ts";

/** Resources that can be watched, of those that the offered tools can read. */
export function watchableWith(offered: readonly string[]): readonly Route[] {
  return offeredRoutes((tool) => offered.includes(tool)).filter(({ name }) =>
    ["area", "place", "fire"].includes(name),
  );
}

/** What a URI watches, as arguments of `digest_layers`; null if it cannot be watched. */
export function watchedBy(uri: string, watchable: readonly Route[]): object | null {
  const asked = parseUri(uri, watchable);
  if (!asked) return null;
  const { within, near, fire, radius_km } = asked.input;
  // Around a fire the resource's own radius is another one.
  const radius = asked.route.name === "place" ? { radius_km } : {};
  return { within, near, fire, ...radius };
}
