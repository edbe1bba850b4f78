import type { CallOptions } from "../http/call-options.ts";
import type { Http } from "../http/http.ts";
import { readJson } from "../http/response-body.ts";
import { resolveUnder } from "../http/urls.ts";
import { isObject } from "../values/bbox.ts";

/** The conformance classes that a service declares. Asked once; a failure is not remembered. */
export type Conformance = (options: CallOptions) => Promise<ReadonlySet<unknown>>;

export function createConformance(http: Http, featuresUrl: URL): Conformance {
  let declared: ReadonlySet<unknown> | undefined;
  return async (options) => {
    if (declared) return declared;
    const { value } = await http.send(
      {
        method: "GET",
        url: resolveUnder(featuresUrl, "conformance"),
        headers: { accept: "application/json" },
        redirectsUnder: featuresUrl,
        repeatable: true,
        read: (reply) => readJson(reply, JSON.parse),
      },
      options,
    );
    const isList = isObject(value) && Array.isArray(value.conformsTo);
    declared = new Set(isList ? (value.conformsTo as unknown[]) : []);
    return declared;
  };
}
