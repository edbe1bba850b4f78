import { readFileSync } from "node:fs";
import { json, WrongValue } from "@emberline/settings";
import { readVariable } from "@emberline/settings/node";
import { z } from "zod";

/** Bytes of a key (Standard Webhooks, Symmetric signatures). */
const secretBytes = { least: 24, most: 64 };
const secretForm = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

const secret = z.string().refine((text) => {
  const { length } = Buffer.from(secretForm.exec(text)?.[1] ?? "", "base64");
  return length >= secretBytes.least && length <= secretBytes.most;
}, "give whsec_ and 24 to 64 bytes in base64, such as openssl rand -base64 32 makes");

const rule = z
  .strictObject({
    new_detections: z
      .strictObject({
        more_than: z.int().min(0).max(1_000_000).default(0),
        min_frp_mw: z.number().positive().max(100_000).optional(),
      })
      .optional(),
    new_fire: z.strictObject({ prescribed: z.boolean().default(false) }).optional(),
    outline_nearer_km: z.number().positive().max(500).optional(),
    zone_changes: z.strictObject({}).optional(),
  })
  .refine(
    (each) => Object.values(each).filter((value) => value !== undefined).length === 1,
    "give one of new_detections, new_fire, outline_nearer_km and zone_changes",
  );

const shape = {
  name: z.string().min(1).max(100),
  area: z
    .strictObject({
      within: z.string().min(1).max(500).optional(),
      bbox: z.array(z.number()).length(4).optional(),
      near: z.string().min(1).max(100).optional(),
    })
    .refine((area) => Object.keys(area).length === 1, "give one of within, bbox and near")
    .optional(),
  fire: z.string().min(1).max(100).optional(),
  assets: z.union([z.literal(true), z.string().min(1).max(200)]).optional(),
  radius_km: z.number().positive().max(1000).optional(),
  when: z.array(rule).min(1).max(10),
  every_minutes: z.number().positive().max(1440).default(15),
};

const definition = z
  .strictObject({
    ...shape,
    send_to: z
      .strictObject({
        url: z
          .string()
          .max(2000)
          .refine(isTarget, "give an https or http URL without user, password and #"),
        secret: secret.optional(),
        secret_variable: z.string().min(1).optional(),
      })
      .refine(
        (each) => each.secret === undefined || each.secret_variable === undefined,
        "give secret or secret_variable",
      ),
  })
  .refine(
    ({ area, fire, assets }) =>
      [area, fire, assets].filter((each) => each !== undefined).length === 1,
    "give one of area, fire and assets",
  )
  .refine(
    ({ fire, when }) =>
      fire === undefined || when.every((each) => each.outline_nearer_km === undefined),
    "outline_nearer_km measures from a place, a box or assets: give them instead of a fire",
  );

const file = z.strictObject({
  watches: z
    .array(definition)
    .max(200)
    .refine(
      (all) => new Set(all.map(({ name }) => name)).size === all.length,
      "give each watch a name of its own",
    ),
});

/** What is watched, and where word of it is sent. */
export type WatchDefinition = z.output<typeof definition>;
export type WatchRule = z.output<typeof rule>;

export interface WatchesFile {
  readonly watches: readonly WatchDefinition[];
}

/** Without user or fragment. */
function isTarget(text: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return false;
  const { username, password, hash } = new URL(text);
  return username + password + hash === "";
}

/** A caller's watch; a text says what is wrong and what would be right. */
export function parseWatch(body: unknown): WatchDefinition | string {
  const { data, error } = definition.safeParse(body);
  if (!data) return faultOf(error).join(": ");
  // Variables are the operator's.
  return data.send_to.secret_variable === undefined ? data : "send_to: give secret";
}

const parseJson = json('give a file with JSON such as {"watches": […]}');

/** Reads the operator's watches. */
export function readWatchesFile(path: string): WatchesFile {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new WrongValue("give a file that can be read");
  }
  const { data, error } = file.safeParse(parseJson(text));
  if (data) return data;
  const [where, right] = faultOf(error);
  throw new WrongValue(right, `has a wrong ${where}`);
}

function faultOf({ issues }: z.ZodError): [where: string, right: string] {
  const { path, message } = issues[0]!;
  const where = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`));
  return [
    where.join("").replace(/^\./, "") || "top level",
    message.charAt(0).toLowerCase() + message.slice(1),
  ];
}

/** The definition of a watch of the file, with its secret from the environment if it names one. */
export function withSecret(
  watch: WatchDefinition,
  environment: Readonly<Record<string, string | undefined>>,
): WatchDefinition {
  const { url, secret: own, secret_variable: variable } = watch.send_to;
  const given =
    variable === undefined
      ? own
      : readVariable(variable, { parse: String, isSecret: true }, environment);
  if (variable !== undefined && !secret.safeParse(given).success)
    throw new Error(
      `the watch ${JSON.stringify(watch.name)} of EMBERLINE_WATCHES takes its secret from the variable ${variable}: set it to whsec_ and 24 to 64 bytes in base64.`,
    );
  return { ...watch, send_to: { url, ...(given !== undefined && { secret: given }) } };
}

/** The arguments of `watch_area` for a definition, besides the day. */
export function lookOf({ area, fire, assets, radius_km, when }: WatchDefinition) {
  const has = (member: keyof WatchRule) => when.some((each) => each[member] !== undefined);
  const distances = when.flatMap(({ outline_nearer_km: km }) => km ?? []);
  const layers = [
    ...(has("new_detections") ? ["hotspots"] : []),
    ...(has("new_fire") || distances.length > 0 ? ["perimeters"] : []),
    ...(has("new_fire") ? ["incidents"] : []),
    ...(has("zone_changes") ? ["evacuationZones"] : []),
  ];
  return {
    ...area,
    ...(fire !== undefined && { fire }),
    ...(assets !== undefined && { assets: assets === true ? "svc:assets" : assets }),
    ...(radius_km !== undefined && { radius_km }),
    layers,
    ...(distances.length > 0 && { nearer_km: distances.reduce((most, km) => Math.max(most, km)) }),
  };
}
