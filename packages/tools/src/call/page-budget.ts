import { ToolError } from "./tool-error.ts";

/** More pages than any honest collection takes: a million features in pages of a thousand. */
const maxPages = 1000;

/** Beyond this many pages in a row without a feature a listing leads nowhere. */
const maxEmptyPages = 5;

/**
 * How many pages one call may still ask the service for: a service that never
 * ends must not keep a call going.
 */
export class PageBudget {
  #left = maxPages;
  #emptyInARow = 0;

  /**
   * Counts a page that arrived.
   *
   * @param items features or simulations of the page, those that were left out as invalid included
   * @returns why no further page may be asked for, as half a sentence; null where one may
   */
  spend(items: number): string | null {
    this.#left--;
    this.#emptyInARow = items === 0 ? this.#emptyInARow + 1 : 0;
    if (this.#left <= 0) return `no call reads more than ${maxPages} pages`;
    if (this.#emptyInARow > maxEmptyPages)
      return "the service answers page after page without features";
    return null;
  }

  /**
   * The same where a part is of no use.
   *
   * @throws {ToolError} when the reading has to end (`service_failed`)
   */
  spendOrThrow(items: number): void {
    const reason = this.spend(items);
    if (reason !== null) {
      throw new ToolError("service_failed", `The service's list never ends: ${reason}.`);
    }
  }
}
