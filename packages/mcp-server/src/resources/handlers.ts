import { type Attachment, listNames, quoted, toBase64 } from "@emberline/tools";
import {
  type ListResourcesResult,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type Role,
} from "@modelcontextprotocol/server";
import { answerOf, type Handlers, type Run } from "../common/handlers.ts";
import { parseUri } from "./parse-uri.ts";
import { offeredRoutes, type Route, templateOf, uriOf, variablesOf } from "./routes.ts";

/** How long data counts as fresh: the tools keep metadata of collections as long. */
export const freshMs = 60_000;
const maxKept = 1000;

/** Sizes in bytes of what was read lately, by URI: a listing tells those alone. */
class Sizes {
  readonly #sizes = new Map<string, { readonly bytes: number; readonly untilMs: number }>();

  get(uri: string): number | undefined {
    const known = this.#sizes.get(uri);
    return known && known.untilMs > performance.now() ? known.bytes : undefined;
  }

  set(uri: string, text: string): void {
    this.#sizes.delete(uri);
    const bytes = new TextEncoder().encode(text).length;
    this.#sizes.set(uri, { bytes, untilMs: performance.now() + freshMs });
    for (const oldest of this.#sizes.keys()) {
      if (this.#sizes.size <= maxKept) break;
      this.#sizes.delete(oldest);
    }
  }
}

export function resourceHandlers(isOffered: (tool: string) => boolean): Handlers {
  const routes = offeredRoutes(isOffered);
  const sizes = new Sizes();
  const resourceTemplates = routes.filter(isTemplate).map((route) => ({
    uriTemplate: templateOf(route),
    name: route.name,
    title: route.title,
    description: route.description,
    ...(route.tool !== "show_map" && { mimeType: "application/json" }),
    annotations: annotationsOf(route),
  }));
  return {
    "resources/list": (_params, run) => listResources(routes, run, sizes),
    "resources/templates/list": () => ({ resourceTemplates }),
    async "resources/read"({ uri }, run) {
      const result = await readResource(uri, routes, run);
      const [only, ...others] = result.contents;
      if (only && "text" in only && others.length === 0) sizes.set(uri, only.text);
      return result;
    },
  };
}

function isTemplate(route: Route): boolean {
  return variablesOf(route).length > 0 || route.query !== undefined;
}

/** Resources are read whole: the longest answer that tools give. */
const maxTokens = 10_000;

/**
 * The contents of a resource: JSON, and of a map its picture first.
 *
 * @throws {ProtocolError} when the URI names nothing, or the tool fails
 */
async function readResource(
  uri: string,
  routes: readonly Route[],
  run: Run,
): Promise<ReadResourceResult> {
  const asked = parseUri(uri, routes);
  if (!asked) throw new ResourceNotFoundError(uri, noSuchForm(uri));
  const { route, variables, input } = asked;
  const result = await run(route.tool, { ...input, max_tokens: maxTokens });
  if (!result.ok && result.error.code === "not_found")
    throw new ResourceNotFoundError(uri, result.error.message);
  const { output, text, attachment } = await answerOf(Promise.resolve(result));
  const selected = route.select ? route.select(output, variables) : output;
  if (selected === null) throw new ResourceNotFoundError(uri, noSuchPart(output));
  const json = route.select ? JSON.stringify(selected) : text;
  return {
    contents: [
      ...(attachment?.kind === "picture" ? [pictureOf(uri, attachment)] : []),
      { uri, mimeType: "application/json", text: json },
    ],
  };
}

function pictureOf(uri: string, { mimeType, bytes }: Attachment & { kind: "picture" }) {
  return { uri, mimeType, blob: toBase64(bytes) };
}

function noSuchForm(uri: string): string {
  return `No resource has the URI ${quoted(uri, 200)}: resources/list and resources/templates/list have those that exist.`;
}

function noSuchPart({ properties, omitted }: Readonly<Record<string, unknown>>): string {
  const names = (properties as readonly { name: string }[]).map(({ name }) => name);
  const more = omitted ? `, and ${omitted} more` : "";
  return `The collection has no property of that name: its properties are ${listNames(names)}${more}.`;
}

const mimeType = "application/json";

/** The resources that exist by themselves, and those of each collection. */
async function listResources(
  routes: readonly Route[],
  run: Run,
  sizes: Sizes,
): Promise<ListResourcesResult> {
  const collections = routes.some(({ name }) => name === "collections")
    ? await collectionsOf(run, sizes)
    : [];
  const resources = routes.flatMap((route): Resource[] => {
    const variables = variablesOf(route);
    if (variables.length === 0) return [toResource(route, uriOf(route))];
    if (variables.join() !== "collection") return [];
    return collections.map(({ id, title }) =>
      toResource(route, uriOf(route, { collection: id }), { id, title: title ?? id }),
    );
  });
  return {
    resources: resources.map((resource) => {
      const size = sizes.get(resource.uri);
      return size === undefined ? resource : { ...resource, size };
    }),
  };
}

async function collectionsOf(run: Run, sizes: Sizes) {
  const { output, text } = await answerOf(run("list_collections", { max_tokens: 10_000 }));
  sizes.set("emberline://collections", text);
  return output.collections as readonly { id: string; title?: string }[];
}

function toResource(route: Route, uri: string, of?: { id: string; title: string }): Resource {
  const { name, title, description } = route;
  return {
    uri,
    // Hosts show both as ours, and id and title are the service's.
    name: of ? `${name} ${quoted(of.id, 60)}` : name,
    title: of ? `${title}: ${quoted(of.title)}` : title,
    description,
    mimeType,
    annotations: annotationsOf(route),
  };
}

/** Whom a resource is for. */
function annotationsOf({ isForPeople }: Route): { audience: Role[] } {
  return { audience: isForPeople ? ["user", "assistant"] : ["assistant"] };
}
