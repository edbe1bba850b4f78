import { z } from "zod";
import { didYouMean } from "./values/did-you-mean.ts";
import { type RoleSettings, roleNames } from "./values/roles.ts";

const schema = z.record(z.string(), z.record(z.string(), z.string().min(1)));

/**
 * Reads the operator's roles: JSON such as `{"svc:hotspots": {"strength": "power_mw"}}`.
 * What they name goes before what is found by usual names.
 *
 * @throws Error with one sentence for the operator
 */
export function readRoleSettings(text: string | undefined): RoleSettings {
  if (text === undefined || text.trim() === "") return {};
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) {
    throw new Error(
      'EMBERLINE_ROLES must be JSON that names the property of a role by collection, for example {"svc:hotspots": {"strength": "power_mw"}}.',
    );
  }
  for (const role of Object.values(parsed.data).flatMap((roles) => Object.keys(roles))) {
    if (!(roleNames as readonly string[]).includes(role)) {
      throw new Error(
        `EMBERLINE_ROLES: there is no role ${JSON.stringify(role)}.${didYouMean(role, roleNames)} The roles are ${roleNames.join(", ")}.`,
      );
    }
  }
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
