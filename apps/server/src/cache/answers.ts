import { createHash } from "node:crypto";
import { AnswerCache } from "@emberline/tools";
import type { Settings } from "../read-settings.ts";
import { sealedValues } from "../state/sealed-values.ts";
import type { Values } from "../state/values.ts";
import { version } from "../version.ts";
import type { HttpRecorder } from "./service-recorder.ts";

/** The credentials that answers belong to. */
export interface Organization {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * The answers of one organization; undefined if the operator keeps none. Keys name the credentials
 * and the settings that answers depend on by hash, and values are encrypted with a key of the
 * credentials, so no organization reads those of another.
 */
export function answersOf(
  organization: Organization,
  recorder: HttpRecorder,
  values: Values,
  { cacheSeconds, roles, geocoder }: Pick<Settings, "cacheSeconds" | "roles" | "geocoder">,
): AnswerCache | undefined {
  if (cacheSeconds === 0) return undefined;
  const { baseUrl, clientId, clientSecret } = organization;
  const parts = [version, baseUrl, clientId, clientSecret, roles, geocoder];
  const scope = createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
  const sealed = sealedValues(values, clientSecret, "emberline answers");
  return new AnswerCache({
    store: {
      // Keys are as long as filters.
      get: (key) => sealed.get(nameOf(key)),
      set: (key, text, lifeMs) => sealed.set(nameOf(key), text, lifeMs),
    },
    recorder,
    scope,
    maxAgeMs: cacheSeconds * 1000,
    now: Date.now,
  });
}

function nameOf(key: string): string {
  const digest = createHash("sha256").update(key).digest("base64url");
  return `answer:${key.slice(0, key.indexOf(":"))}:${digest}`;
}
