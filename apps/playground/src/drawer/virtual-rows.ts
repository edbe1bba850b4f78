import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from "@tanstack/virtual-core";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useReducer, useState } from "preact/hooks";

/** Up to this many rows, all are in the page, where the browser's own search finds them. */
const mostWhole = 200;
const overscan = 12;

interface VirtualRows {
  /** The positions of the rows to render. */
  readonly shown: readonly number[];
  readonly beforePx: number;
  readonly afterPx: number;
  scrollTo(position: number): void;
  isScrolling(): boolean;
}

/** Which rows of a long table the page needs now. All rows have the same height. */
export function useVirtualRows(
  count: number,
  rowPx: number,
  headPx: number,
  scroller: RefObject<HTMLElement | null>,
): VirtualRows {
  const [, update] = useReducer((times: number, _: undefined) => times + 1, 0);
  const options = {
    count,
    overscan,
    enabled: true,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    scrollPaddingStart: headPx,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => update(undefined),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowPx]);
  const items = virtualizer.getVirtualItems();
  const isWhole = count <= mostWhole;
  return {
    shown: isWhole ? Array.from({ length: count }, (_, i) => i) : items.map(({ index }) => index),
    beforePx: isWhole ? 0 : (items[0]?.start ?? 0),
    afterPx: isWhole ? 0 : virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    scrollTo: (position) => virtualizer.scrollToIndex(position, { align: "auto" }),
    isScrolling: () => virtualizer.isScrolling,
  };
}

/** As `grid.css` has it. */
export const headPx = 36;

/** The height of a row: a finger needs a larger target than a mouse. */
export function useRowPx(): number {
  const [isCoarse, setIsCoarse] = useState(() => coarse().matches);
  useEffect(() => {
    const query = coarse();
    const change = () => setIsCoarse(query.matches);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, []);
  return isCoarse ? 44 : 32;
}

function coarse(): MediaQueryList {
  return matchMedia("(pointer: coarse)");
}
