import { parseUri } from "../resources/parse-uri.ts";
import { routes } from "../resources/routes.ts";

const watchable = routes.filter(({ name }) => ["area", "place", "fire"].includes(name));

/** What a URI watches, as arguments of `digest_layers`; null if it cannot be watched. */
export function watchedBy(uri: string): object | null {
  const asked = parseUri(uri, watchable);
  if (!asked) return null;
  const { within, near, fire, radius_km } = asked.input;
  // Around a fire the resource's own radius is another one.
  const radius = asked.route.name === "place" ? { radius_km } : {};
  return { within, near, fire, ...radius };
}
