import type { Feature } from "../values/crs.ts";
import { idOf } from "./rows.ts";

/**
 * What a statement reads as `body`. Without geometry an outline stays in the database, where
 * PostgreSQL has the properties apart.
 */
export function bodySql(select: readonly string[] | undefined): string {
  if (!select || select.includes("geometry")) return "body";
  return `CASE WHEN is_exact
    THEN '{"geometry":null,"properties":' || coalesce(properties::text, 'null') || '}' ELSE body END`;
}

/** A feature as GeoJSON text, with the selected members only. */
export function selectedBody(
  { id, body }: { readonly id: string; readonly body: string },
  select: readonly string[] | undefined,
): string {
  if (!select) return body;
  const { geometry, properties } = JSON.parse(body) as Feature;
  const kept = select.flatMap((name) =>
    properties && Object.hasOwn(properties, name) ? [[name, properties[name]]] : [],
  );
  return JSON.stringify({
    type: "Feature",
    id: idOf(id),
    geometry: select.includes("geometry") ? geometry : null,
    properties: properties && Object.fromEntries(kept),
  });
}
