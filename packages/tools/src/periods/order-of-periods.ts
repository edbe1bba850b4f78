import type { Interval } from "../selection/interval.ts";
import { offer } from "../values/text.ts";

/**
 * That `before` is the later period, or that both share time; null if neither.
 *
 * @param given the texts of the periods
 */
export function orderNotice(
  { before, after }: Readonly<Record<"before" | "after", Interval>>,
  given: { readonly before?: string | undefined; readonly after?: string | undefined },
): string | null {
  const [was, is] = [spanMs(before), spanMs(after)];
  const isReversed = was.from > is.from && was.to >= is.to;
  const notices = [
    isReversed
      ? `before is the later period: "new" is what only the earlier one has. In the order of time: ${offer({ before: given.after, after: given.before })}`
      : "",
    was.from <= is.to && is.from <= was.to
      ? "The periods overlap: features in both count in both."
      : "",
  ];
  return notices.filter(Boolean).join(" ") || null;
}

function spanMs({ start, end }: Interval) {
  return {
    from: start === null ? Number.NEGATIVE_INFINITY : Date.parse(start),
    to: end === null ? Number.POSITIVE_INFINITY : Date.parse(end),
  };
}

/** From the beginning of the one that begins first to the end of the one that ends last. */
export function spanOf(a: Interval, b: Interval): Interval {
  const [one, other] = [spanMs(a), spanMs(b)];
  return { start: (one.from <= other.from ? a : b).start, end: (one.to >= other.to ? a : b).end };
}
