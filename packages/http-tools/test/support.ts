import { createClient } from "@emberline/core";
import { createReferenceService } from "@emberline/reference-service";
import {
  type CallContext,
  catalogue,
  type ExportStore,
  type PictureFormat,
  svgPictures,
} from "@emberline/tools";
import type { Hono } from "hono";
import { describe } from "../src/common/describe.ts";
import { createHttpTools, type HttpToolsOptions } from "../src/index.ts";

export const descriptions = catalogue.map(describe);

/** The bytes of the SVG under another name: drawing a PNG needs Node. */
const pngPictures: PictureFormat = { ...svgPictures, mimeType: "image/png" };

const noon = Date.parse("2025-06-20T12:00:00Z");

/** Accepts files and discards them. */
const nowhere: ExportStore = {
  create: async (name) => ({
    write: async () => {},
    commit: async () => ({ name, uri: "https://exports.test/1" }),
    discard: async () => {},
  }),
};

/** All tools over the synthetic world or the sample of a service in this process, with a stopped clock. */
export async function appOnSample({
  synthetic = true,
  ...more
}: Partial<HttpToolsOptions> & { readonly synthetic?: boolean } = {}): Promise<Hono> {
  const credentials = { id: "me", secret: "hush-hush" };
  const service = await createReferenceService({
    clients: [credentials],
    now: () => noon,
    synthetic,
  });
  const client = createClient({
    baseUrl: "https://service.test",
    clientId: credentials.id,
    clientSecret: credentials.secret,
    fetch: async (input, init) => service.fetch(new Request(input, init)),
  });
  const context: CallContext = { client, now: () => noon, notices: [], exports: nowhere };
  const pictures = [svgPictures, pngPictures];
  return createHttpTools({ tools: catalogue, context, version: "1.2.3", pictures, ...more });
}

/** POST with a JSON body. */
export function post(app: Hono, path: string, body: unknown): Response | Promise<Response> {
  return app.request(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** The JSON of a GET. */
export async function getJson<Body>(app: Hono, path: string): Promise<Body> {
  return (await app.request(path)).json() as Promise<Body>;
}
