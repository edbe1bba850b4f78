import type { FeedStatus } from "./feed-status.ts";

/** The statuses of all feeds, by name. */
export class FeedStatuses {
  readonly #byName: Map<string, FeedStatus>;

  constructor(statuses: readonly FeedStatus[]) {
    this.#byName = new Map(statuses.map((status) => [status.name, status]));
  }

  of(name: string): FeedStatus {
    return this.#byName.get(name)!;
  }

  /** Names of feeds that are not read here, such as those of an older journal, are ignored. */
  update(name: string, changed: Partial<FeedStatus>): void {
    const status = this.#byName.get(name);
    if (status) this.#byName.set(name, { ...status, ...changed });
  }
}
