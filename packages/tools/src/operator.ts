import type { ToolContext } from "./call/context.ts";
import { geocoderFromEnvironment } from "./places/environment.ts";
import { createGeocoder } from "./places/geocoder.ts";
import { readRoleSettings } from "./role-settings.ts";

/**
 * What the operator's environment says about the tools: `EMBERLINE_ROLES`, and
 * the geocoder of `EMBERLINE_GEOCODER_URL`.
 *
 * @throws Error with one sentence for the operator, never with a URL, which may hold a key
 */
export function operatorContext(
  environment: Readonly<Record<string, string | undefined>>,
): Pick<ToolContext, "roles" | "geocoder"> {
  const geocoder = geocoderFromEnvironment(environment);
  return {
    roles: readRoleSettings(environment.EMBERLINE_ROLES),
    ...(geocoder ? { geocoder: createGeocoder(geocoder) } : {}),
  };
}
