import type { Feature } from "../values/crs.ts";
import { selectedFeature } from "../values/selected.ts";
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
  return selectedFeature({ ...(JSON.parse(body) as Feature), id: idOf(id) }, select);
}
