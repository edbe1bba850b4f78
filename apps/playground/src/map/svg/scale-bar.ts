/** A bar of a round number of kilometres, at most `maxPixels` long. */
export function scaleBar(kmPerPixel: number, maxPixels: number): { km: number; pixels: number } {
  const most = kmPerPixel * maxPixels;
  const power = 10 ** Math.floor(Math.log10(most));
  const km = ([5, 2, 1].find((each) => each * power <= most) ?? 1) * power;
  return { km, pixels: km / kmPerPixel };
}
