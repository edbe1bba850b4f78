import { unknownName, WrongValue } from "@emberline/settings";
import { type RoleSettings, roleNames } from "./values/roles.ts";

/** For help and errors. */
export const rolesExample =
  '{"svc:hotspots": {"strength": "power_mw", "fire_name": ["name", "alias"]}}';

/**
 * The roles of properties by collection. Without zod, which would slow down the start of programs.
 *
 * @throws {WrongValue} when the text is not JSON of that form
 */
export function parseRoles(given: string): RoleSettings {
  const collections = membersOf(parseJson(given));
  for (const roles of Object.values(collections)) {
    for (const [role, property] of Object.entries(membersOf(roles))) {
      if (!(roleNames as readonly string[]).includes(role)) throw unknownName(role, roleNames);
      if (!isPropertyOrList(property)) throw wrongRoles();
    }
  }
  return collections as RoleSettings;
}

function isPropertyOrList(value: unknown): boolean {
  const names: unknown[] = Array.isArray(value) ? value : [value];
  return names.length > 0 && names.every((each) => typeof each === "string" && each !== "");
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw wrongRoles();
}

function parseJson(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    throw wrongRoles();
  }
}

function wrongRoles(): WrongValue {
  return new WrongValue(
    `give JSON that names the property of a role by collection, such as ${rolesExample}`,
    "cannot be read",
  );
}
