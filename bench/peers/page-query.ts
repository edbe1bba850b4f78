export const pageSize = 1_000;

/** Boxes of one size in different places, so that caches do not help. */
export function boxOf(round: number): string {
  const west = -130 + round;
  return [west, 20, west + 70, 60].join(",");
}

/** The query of a page by box, seven days and two attributes. */
export function pageQuery(round: number): URLSearchParams {
  const day = (offset: number) => new Date(Date.UTC(2025, 0, 5 + offset)).toISOString();
  return new URLSearchParams({
    limit: String(pageSize),
    bbox: boxOf(round),
    datetime: `${day(round % 40)}/${day((round % 40) + 7)}`,
    filter: "frp > 3 AND daynight = 'D'",
  });
}
