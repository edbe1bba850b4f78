import { readFileSync } from "node:fs";
import { json, WrongValue } from "@emberline/settings";
import { catalogue } from "@emberline/tools";
import { z } from "zod";
import { keyName, keyNameRule } from "./make-key.ts";

const name = z.string().regex(keyName, `give ${keyNameRule}`);
/** Often a date, such as 2026-07. */
const nameOfKey = z
  .string()
  .regex(/^\w[\w.-]{0,63}$/, "give letters, digits, dots, hyphens and underscores");
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "give the hash that emberline make-key prints");
const toolNames = z.enum(catalogue.map(({ name }) => name));
const toolsets = z.enum([...new Set(catalogue.map(({ toolset }) => toolset))]);
/** Of one of several services, whose kind of credentials its own entry says. */
const credentials = z.strictObject({
  clientId: z.string().min(1).optional(),
  secretVariable: z.string().min(1),
});
const entry = z
  .strictObject({
    name,
    sha256: sha256.optional(),
    keys: z
      .array(z.strictObject({ name: nameOfKey, sha256 }))
      .min(1, "give one key or more")
      .refine((keys) => isDistinct(keys.map((key) => key.name)), "give each key a name of its own")
      .optional(),
    claims: z
      .record(z.string(), z.string().min(1))
      .refine((claims) => Object.keys(claims).length > 0, "give one claim or more")
      .optional(),
    toolsets: z.array(toolsets).min(1, "give one toolset or more").optional(),
    tools: z.array(toolNames).min(1, "give one tool or more").optional(),
    excludeTools: z.array(toolNames).optional(),
    requestsPerMinute: z.int().min(1).max(1_000_000).optional(),
    callsPerDay: z.int().min(1).max(1_000_000_000).optional(),
    concurrentCalls: z.int().min(1).max(1000).optional(),
    upstream: z
      .strictObject({ clientId: z.string().min(1), secretVariable: z.string().min(1) })
      .optional(),
    upstreams: z
      .record(z.string(), credentials)
      .refine((each) => Object.keys(each).length > 0, "give one service or more")
      .optional(),
  })
  .refine(
    ({ upstream, upstreams }) => upstream === undefined || upstreams === undefined,
    "give either upstream, for one service, or upstreams, for several",
  )
  .refine(
    ({ sha256, keys, claims }) =>
      [sha256, keys, claims].filter((each) => each !== undefined).length === 1,
    "give either sha256, for a key, or keys, for several, or claims, for access tokens",
  );

const schema = z.strictObject({
  keys: z
    .array(entry)
    .refine((keys) => isDistinct(keys.map((key) => key.name)), "give each entry a name of its own")
    .refine(
      (entries) => isDistinct(entries.flatMap(keysOf).map((key) => key.sha256)),
      "give each key to one entry",
    ),
});

/** An entry of the keys file: who may call, which tools, how often, and with which credentials. */
export type KeyEntry = z.output<typeof entry>;

/** The keys of an entry; a single one has no name of its own. */
export function keysOf({ sha256, keys = [] }: KeyEntry): readonly HashedKey[] {
  return sha256 === undefined ? keys : [{ sha256 }];
}

export interface HashedKey {
  readonly name?: string;
  readonly sha256: string;
}

export interface KeysFile {
  readonly path: string;
  readonly entries: readonly KeyEntry[];
}

const parseJson = json('give a file with JSON such as {"keys": […]}');

/** Reads the keys file at this path. */
export function readKeysFile(path: string): KeysFile {
  const { data, error } = schema.safeParse(parseJson(readText(path)));
  if (data) return { path, entries: data.keys };
  const { path: at, message } = error.issues[0]!;
  const where = at.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`));
  const right = message.charAt(0).toLowerCase() + message.slice(1);
  throw new WrongValue(right, `has a wrong ${where.join("").replace(/^\./, "") || "top level"}`);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new WrongValue("give a file that can be read");
  }
}

function isDistinct(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}
