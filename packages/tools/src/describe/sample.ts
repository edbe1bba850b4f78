import { parseTimeMs } from "@emberline/geo";
import { eachInTurns } from "@emberline/turns";
import type { ToolContext } from "../call/context.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import type { Profile } from "./profile.ts";

/** The time is sampled in equal parts, since sources differ between years. */
const strata = 32;
const perStratum = 1000;

/** Features of every part of a collection's time. */
export class Sample {
  readonly #info: CollectionInfo;
  /**
   * Values of `datetime` still to request; first none, for the features that the service lists
   * first.
   */
  readonly #left: (string | undefined)[];

  constructor(info: CollectionInfo) {
    this.#info = info;
    this.#left = [undefined, ...strataOf(info)];
  }

  get isDone(): boolean {
    return this.#left.length === 0;
  }

  /** Adds the features to the profile, one request after the other, to spare a large service. */
  async read(profile: Profile, { client, softDeadline, pause }: ToolContext): Promise<void> {
    const { id, roles } = this.#info;
    while (this.#left.length > 0) {
      const [datetime] = this.#left;
      const page = await client.features.page(id, {
        limit: perStratum,
        onInvalid: "skip",
        signal: softDeadline,
        pause,
        ...(datetime !== undefined && { datetime }),
      });
      this.#left.shift();
      await eachInTurns(page.features, pause, (feature) => profile.add(feature, roles));
    }
  }
}

function strataOf({ interval }: CollectionInfo): string[] {
  const [startMs, endMs] = [0, 1].map((end) => parseTimeMs(interval?.[end] ?? ""));
  if (startMs === undefined || endMs === undefined || startMs >= endMs) return [];
  const text = (i: number) => new Date(startMs + ((endMs - startMs) * i) / strata).toISOString();
  return Array.from({ length: strata }, (_, i) => `${text(i)}/${text(i + 1)}`);
}
