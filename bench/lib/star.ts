/** A self-crossing ring as WKT: each of `points` vertices is joined to the one nearly opposite. */
export function star(points: number, east = 0): string {
  const step = (points - 1) / 2;
  const ring = Array.from({ length: points + 1 }, (_, i) => {
    const angle = (2 * Math.PI * ((i * step) % points)) / points;
    const longitude = east - 119 + 5 * Math.cos(angle);
    return `${longitude.toFixed(6)} ${(41 + 8 * Math.sin(angle)).toFixed(6)}`;
  });
  ring[points] = ring[0]!;
  return `POLYGON((${ring.join(",")}))`;
}
