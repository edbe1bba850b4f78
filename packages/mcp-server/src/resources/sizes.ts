/** How long data counts as fresh: the tools keep metadata of collections as long. */
export const freshMs = 60_000;
const maxKept = 1000;

/** Sizes in bytes of what was read lately, by URI: a listing tells those alone. */
export class Sizes {
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
