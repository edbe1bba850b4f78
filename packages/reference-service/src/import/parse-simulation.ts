import { parseTimestampUs } from "@emberline/geo";
import type { Simulation } from "../simulations/simulation.ts";
import { Refusal, shown } from "./refusal.ts";

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const maxTextLength = 10_000;

const isText = (value: unknown) => typeof value === "string" && value.length <= maxTextLength;
const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value);
/** A missing zone means UTC. */
const isInstant = (value: unknown) =>
  typeof value === "string" && parseTimestampUs(value) !== undefined;
const isUuid = (value: unknown) => typeof value === "string" && uuidPattern.test(value);
const within = (limit: number) => (value: unknown) =>
  isNumber(value) && Math.abs(value as number) <= limit;
const orNull = (test: (value: unknown) => boolean) => (value: unknown) =>
  value === null || test(value);

/** The members of the interface's SimulationListItem, with their checks. */
const memberTests: Record<keyof Simulation, [test: (value: unknown) => boolean, expected: string]> =
  {
    id: [isUuid, "a UUID"],
    status: [isText, `a text of at most ${maxTextLength} characters`],
    clusterId: [orNull(isUuid), "a UUID or null"],
    fireName: [orNull(isText), `a text of at most ${maxTextLength} characters or null`],
    locationName: [orNull(isText), `a text of at most ${maxTextLength} characters or null`],
    latitude: [within(90), "a number from -90 to 90"],
    longitude: [within(180), "a number from -180 to 180"],
    model: [isText, `a text of at most ${maxTextLength} characters`],
    durationHours: [Number.isInteger, "an integer"],
    ensembleMembers: [Number.isInteger, "an integer"],
    burnedAreaM2: [orNull(isNumber), "a number or null"],
    auto: [(value) => typeof value === "boolean", "true or false"],
    createdAt: [isInstant, "an RFC 3339 date-time"],
    errorMessage: [orNull(isText), `a text of at most ${maxTextLength} characters or null`],
  };

/**
 * Checks one simulation. A member `organization` names its owner; unknown members and the links,
 * which the service generates, are dropped.
 * @throws {Refusal} when a member is missing or of another type
 */
export function parseSimulation(text: string): { simulation: Simulation; organization?: string } {
  const item = parseObject(text);
  const simulation: Record<string, unknown> = {};
  for (const [name, [test, expected]] of Object.entries(memberTests)) {
    if (!test(item[name])) {
      const found = item[name] === undefined ? "missing" : shown(item[name]);
      throw new Refusal(`${name} is ${found}, not ${expected}`);
    }
    simulation[name] = item[name];
  }
  const { organization } = item;
  if (organization !== undefined && !isText(organization)) {
    throw new Refusal(`organization is not a text of at most ${maxTextLength} characters`);
  }
  const owner = organization as string | undefined;
  return { simulation: simulation as unknown as Simulation, organization: owner };
}

function parseObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal("not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refusal("not an object");
  }
  return value as Record<string, unknown>;
}
