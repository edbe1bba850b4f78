import { ToolError } from "./tool-error.ts";

/** More than any real collection needs: a million features in pages of a thousand. */
const maxPages = 1000;

/** A listing with this many empty pages in a row is given up. */
const maxEmptyPages = 5;

/** Limits the pages of a call, so that an endless listing cannot keep it going. */
export class PageBudget {
  #left: number;
  #emptyInARow = 0;

  constructor(pages = maxPages) {
    this.#left = pages;
  }

  /**
   * Counts a page that arrived.
   *
   * @param items features or simulations on the page, including those skipped as invalid
   * @returns why no further page may be requested, as half a sentence; null if one may
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
   * Like `spend`, for lists that are useless in part.
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
