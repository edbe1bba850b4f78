/** A bar of a round length, at most `maxPx` long, exact at the centre of the map. */
export function scaleBar(kmPerPixel: number, maxPx: number): { km: number; lengthPx: number } {
  const most = kmPerPixel * maxPx;
  const power = 10 ** Math.floor(Math.log10(most));
  const km = ([5, 2, 1].find((each) => each * power <= most) ?? 1) * power;
  return { km, lengthPx: km / kmPerPixel };
}
