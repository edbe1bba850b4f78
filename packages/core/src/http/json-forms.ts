import { isEmberlineError } from "../values/errors.ts";
import type { Reply } from "./attempt.ts";
import { type ResponseBody, readJson } from "./response-body.ts";

/** What a URL answers with: features, or the description of something. */
export type Kind = "features" | "description";

/** Values of the parameter `f` by which servers offer JSON; undefined: `Accept` alone. */
const forms: Readonly<Record<Kind, readonly (string | undefined)[]>> = {
  features: [undefined, "json", "application/geo+json"],
  description: [undefined, "json", "application/json"],
};

/** The answer is a page for people. */
const isPage = Symbol("page");

/** Finds out once how a server is to be asked for JSON: not all of them heed `Accept`. */
export class JsonForms {
  readonly #known = new Map<Kind, number>();

  /** The URL in the form that the server is known to understand. */
  known(kind: Kind, url: URL): URL {
    return withForm(url, forms[kind][this.#known.get(kind) ?? 0]);
  }

  /** @param send requests the URL, and reads its answer with the function given */
  async get(
    kind: Kind,
    url: URL,
    send: (url: URL, read: (body: ResponseBody) => Promise<unknown>) => Promise<Reply<unknown>>,
    parse?: (text: string) => unknown,
  ): Promise<Reply<unknown>> {
    const read = async (body: ResponseBody) =>
      /html/i.test(body.response.headers.get("content-type") ?? "")
        ? isPage
        : readJson(body, parse);
    const list = forms[kind];
    for (let i = this.#known.get(kind) ?? 0; ; i += 1) {
      const isLast = i === list.length - 1;
      try {
        const reply = await send(withForm(url, list[i]), isLast ? (b) => readJson(b, parse) : read);
        if (reply.value === isPage) continue;
        this.#known.set(kind, i);
        return reply;
      } catch (error) {
        if (isLast || !isEmberlineError(error) || error.status !== 406) throw error;
      }
    }
  }
}

function withForm(url: URL, form: string | undefined): URL {
  if (form === undefined || url.searchParams.has("f")) return url;
  const asked = new URL(url);
  asked.searchParams.set("f", form);
  return asked;
}
