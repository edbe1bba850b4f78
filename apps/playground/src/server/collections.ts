import { isObject } from "../json.ts";
import type { Collection } from "../tools/form/choice.tsx";
import type { Api } from "./api.ts";

/** The collections to choose from; empty on failure, so that the form still works. */
export async function listCollections(api: Api): Promise<readonly Collection[]> {
  try {
    const { value } = await api.call("list_collections", {});
    const listed = Array.isArray(value.collections) ? value.collections.filter(isObject) : [];
    return listed.map(({ id, title }) => ({
      id: String(id),
      title: typeof title === "string" ? title : "",
    }));
  } catch {
    return [];
  }
}
