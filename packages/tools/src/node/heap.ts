import { constants, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { FreeMemory } from "../call/lane.ts";

/** Bun has no V8, and tells its current heap as the limit. */
const isV8 = process.versions.bun === undefined;

/** The largest JavaScript heap of the process, as `--max-old-space-size` sets it, in bytes. */
export const maxHeapBytes = isV8 ? getHeapStatistics().heap_size_limit : 4e9;

/** The rest is for the program itself, and for what calls hold without being known to. */
const shareOfCalls = 0.2;
/** Eight calls with pages of outlines, of some 50 MB each, in the share of one caller. */
const enoughForCalls = 600e6;

/** How much the calls of this process may hold together, in bytes. */
export const maxHeldBytes = Math.min(maxHeapBytes * shareOfCalls, enoughForCalls);

/** Of bodies of the service: objects made of JSON take about four times its length. */
export const bodyLimits = {
  maxBytes: Math.min(maxHeapBytes / 10, 128e6),
  maxTotalBytes: Math.min(maxHeapBytes / 5, 512e6),
};

/** Of a heap that is fuller than this after a collection, the next one may come too late. */
const fullShare = 0.7;

/** Watches what garbage collections leave of the heap; a runtime without V8 never runs short. */
export function watchHeap(): FreeMemory {
  let isShort = false;
  let isShed = false;
  const observer = new PerformanceObserver((list) => {
    const entries = list.getEntries() as readonly Collection[];
    if (!entries.some(({ detail }) => detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR)) return;
    isShort = getHeapStatistics().used_heap_size > maxHeapBytes * fullShare;
    isShed = false;
  });
  // A runtime that knows no such entries never sends one.
  observer.observe({ entryTypes: ["gc"] });
  return {
    get isShort() {
      return isShort;
    },
    mustShed() {
      if (!isShort || isShed) return false;
      isShed = true;
      return true;
    },
  };
}

/** @types/node lacks what Node documents for entries of `gc`. */
type Collection = PerformanceEntry & { readonly detail?: { readonly kind?: number } };
