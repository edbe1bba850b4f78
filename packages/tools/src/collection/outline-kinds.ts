import type { Feature } from "@emberline/core";
import { ownProperty } from "../values/own-property.ts";
import { cleanText, quoted } from "../values/text.ts";
import type { CollectionInfo } from "./collection-info.ts";
import { outlineMeaning } from "./outline-meaning.ts";

const maxKinds = 8;

/** The kinds of outlines in an answer, such as mapped and estimated ones. */
export class OutlineKinds {
  readonly #property: string | undefined;
  readonly #kinds = new Set<string>();

  constructor({ roles }: Pick<CollectionInfo, "roles">) {
    this.#property = roles.category?.[0];
  }

  add({ properties }: Feature): void {
    if (this.#property === undefined || this.#kinds.size > maxKinds) return;
    const kind = ownProperty(properties, this.#property);
    if (typeof kind === "string") this.#kinds.add(cleanText(kind, 40));
  }

  /** Undefined unless one fire may have outlines of two kinds: then it counts twice. */
  several(): { readonly listed: string; readonly filter: string } | undefined {
    const kinds = [...this.#kinds].sort();
    const meanings = new Set(kinds.map(outlineMeaning));
    meanings.delete(undefined);
    const [first] = kinds;
    if (meanings.size < 2 || first === undefined || kinds.length > maxKinds) return undefined;
    const listed = kinds.map((kind) => quoted(kind, 40)).join(", ");
    return { listed, filter: `${this.#property} = '${first.replaceAll("'", "''")}'` };
  }
}
