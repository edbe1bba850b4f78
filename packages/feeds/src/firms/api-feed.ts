import type { Change, Feed, FeedContext } from "../values/feed.ts";
import {
  type AreaOptions,
  type AreaState,
  areaStateOf,
  coveredIn,
  emptyIn,
  isLarge,
  readDays,
} from "./area-reading.ts";
import { firmsCredit } from "./credit.ts";
import { lastDays } from "./days.ts";
import { delayHours, type Source, silentHours } from "./sources.ts";

/** What the area API has of a source. */
interface Product {
  /** Such as `MODIS_NRT`. */
  readonly source: string;
  /** The end of the feed's name. */
  readonly suffix: string;
  readonly title: string;
  readonly minMinutes: number;
  readonly isStandard: boolean;
  /** Those of the wanted UTC days that have to be read. */
  due(wanted: readonly string[], reading: Reading): Promise<string[]>;
}

interface Reading {
  /** When it began. */
  readonly began: number;
  readonly state: AreaState;
  readonly context: FeedContext;
}

/** A product of a source by FIRMS' area API. */
export function apiFeed(
  { name, title, weight, satellites }: Source,
  { suffix, minMinutes, due, ...product }: Product,
  options: AreaOptions,
): Feed {
  return {
    name: `firms-${name}-${suffix}`,
    title: `NASA FIRMS: ${title}, ${product.title}`,
    layer: "hotspots",
    system: "FIRMS",
    credit: firmsCredit,
    minMinutes,
    ...(product.isStandard ? { covered: () => [always] } : observing(options)),
    async *read(context): AsyncGenerator<Change, void> {
      const began = context.now();
      const wanted = lastDays(began, options.days);
      const state = areaStateOf(context.state, options.areas, wanted);
      const days = await due(wanted, { began, state, context });
      const { source, isStandard } = product;
      const of = { source, isStandard, weight, satellites };
      yield* readDays({ ...options, ...of, due: days, began }, state, context);
    },
  };
}

/** The standard product only replaces rows, once it was read. */
const always = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

/** What the states of a near real-time source tell of its observations. */
function observing({ areas }: AreaOptions) {
  const stateOf = (state: unknown) => areaStateOf(state, areas);
  return {
    delayHours,
    usualAgeHours: silentHours,
    isSparse: !isLarge(areas),
    newestAt: (state: unknown) => stateOf(state).newest,
    covered: (state: unknown) => coveredIn(stateOf(state)),
    ...(isLarge(areas) && { gaps: (state: unknown) => emptyIn(stateOf(state)) }),
  };
}
