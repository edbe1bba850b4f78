import { InvalidRequestError } from "../values/errors.ts";
import type { CallOptions } from "./call-options.ts";
import type { Http } from "./http.ts";
import { isUnder, parseUrl } from "./urls.ts";

export interface RawRequest extends CallOptions {
  /** Default `GET`. Only GET and HEAD are retried. */
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: string | undefined;
}

/**
 * Sends a request to the service's origin, with its token, and reads the whole response. `path` is
 * relative to `baseUrl`. Throws like every call, also for a status that is not a success.
 */
export async function sendRaw(
  http: Http,
  baseUrl: URL,
  path: string,
  options: RawRequest = {},
): Promise<Response> {
  const { method = "GET", headers = {}, body } = options;
  const root = new URL("/", baseUrl);
  const url = parseUrl(path, new URL(`${baseUrl.href.replace(/\/$/, "")}/`));
  if (!url || !isUnder(url, root)) {
    throw new InvalidRequestError(
      `The path is not on the service's origin ${root.origin}: give one relative to baseUrl, such as v1/fire-spread/simulations.`,
    );
  }
  if (Object.keys(headers).some((name) => name.toLowerCase() === "authorization")) {
    throw new InvalidRequestError("headers has Authorization: the client sends its own token.");
  }
  const reply = await http.send(
    {
      method,
      url,
      headers,
      ...(body !== undefined && { body }),
      repeatable: method === "GET" || method === "HEAD",
      ...(method === "GET" && { redirectsUnder: root }),
      read: async (body) => {
        const bytes = await body.bytes();
        const { status, statusText, headers } = body.response;
        return new Response(bytes.byteLength > 0 ? bytes : null, { status, statusText, headers });
      },
    },
    options,
  );
  return reply.value;
}
