import type { ListResourcesResult, Resource, Role } from "@modelcontextprotocol/server";
import { answerOf, type Run } from "../handlers.ts";
import { type Route, uriOf, variablesOf } from "./routes.ts";
import type { Sizes } from "./sizes.ts";

const mimeType = "application/json";

/** The resources that exist by themselves, and those of each collection. */
export async function listResources(
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
    name: of ? `${name} ${of.id}` : name,
    title: of ? `${title}: ${of.title}` : title,
    description,
    mimeType,
    annotations: annotationsOf(route),
  };
}

/** Whom a resource is for. */
export function annotationsOf({ isForPeople }: Route): { audience: Role[] } {
  return { audience: isForPeople ? ["user", "assistant"] : ["assistant"] };
}
