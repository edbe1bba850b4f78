/**
 * The items of pages, one by one. An async generator that yields each item would cost several
 * microtasks per item, more than reading the item.
 */
export function flatten<Page, Item>(
  pages: AsyncIterable<Page>,
  itemsOf: (page: Page) => Item[],
): AsyncIterableIterator<Item> {
  const iterator = pages[Symbol.asyncIterator]();
  let items: Item[] = [];
  let index = 0;
  let ended = false;
  let turning: Promise<void> | undefined;

  async function turn(): Promise<void> {
    items = [];
    const page = await iterator.next();
    items = page.done ? [] : itemsOf(page.value);
    index = 0;
    ended = page.done === true;
  }

  async function nextOfLaterPage(): Promise<IteratorResult<Item>> {
    while (index >= items.length && !ended) {
      turning ??= turn().finally(() => {
        turning = undefined;
      });
      await turning;
    }
    return index < items.length
      ? { done: false, value: items[index++]! }
      : { done: true, value: undefined };
  }

  return {
    next: () =>
      index < items.length
        ? Promise.resolve({ done: false, value: items[index++]! })
        : nextOfLaterPage(),
    async return() {
      ended = true;
      items = [];
      await iterator.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
