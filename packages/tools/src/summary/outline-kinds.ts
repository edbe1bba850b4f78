import type { Feature } from "@emberline/core";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { outlineMeaning } from "../collection/outline-meaning.ts";
import { ownProperty } from "../values/own-property.ts";
import { cleanText, quoted } from "../values/text.ts";

const maxKinds = 8;

/** The kinds of outlines whose areas are added, such as mapped and estimated ones. */
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

  /** Null unless one fire may have outlines of two kinds: then a sum counts it twice. */
  notice(): string | null {
    const kinds = [...this.#kinds].sort();
    const meanings = new Set(kinds.map(outlineMeaning));
    meanings.delete(undefined);
    const [first] = kinds;
    if (meanings.size < 2 || first === undefined || kinds.length > maxKinds) return null;
    const listed = kinds.map((kind) => quoted(kind, 40)).join(", ");
    return `area_km2 adds outlines of several kinds (${listed}), and one fire may have one of each: filter by one kind, such as ${this.#property} = '${first.replaceAll("'", "''")}', or take union for the area they cover.`;
  }
}
