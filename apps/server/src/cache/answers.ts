import { createHash } from "node:crypto";
import { sealedValues, type Values } from "@emberline/state";
import { AnswerCache, type ServiceSettings, secretOf } from "@emberline/tools";
import type { Settings } from "../read-settings.ts";
import { version } from "../version.ts";
import type { HttpRecorder } from "./service-recorder.ts";

/**
 * The answers with one set of credentials; undefined if the operator keeps none. Keys name the
 * credentials and the settings that answers depend on by hash, and values are encrypted with a key
 * of the credentials, so no organization reads those of another.
 */
export function answersOf(
  service: ServiceSettings,
  recorder: HttpRecorder,
  values: Values,
  { cacheSeconds, roles, geocoder }: Pick<Settings, "cacheSeconds" | "roles" | "geocoder">,
): AnswerCache | undefined {
  if (cacheSeconds === 0) return undefined;
  const { baseUrl, featuresPath, clientId, authHeader } = service;
  const secret = secretOf(service);
  const source = [baseUrl, featuresPath, clientId, authHeader?.name, secret];
  const parts = [version, ...source, roles, geocoder];
  const scope = createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
  const sealed = sealedValues(values, secret, "emberline answers");
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
