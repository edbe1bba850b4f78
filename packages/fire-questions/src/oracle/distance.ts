import type { Point } from "../data/load-data.ts";

// Formulas on the WGS 84 ellipsoid, in longitude and latitude, degrees.
const a = 6378.137;
const f = 1 / 298.257223563;
const b = a * (1 - f);
const rad = Math.PI / 180;

/** Kilometres by Vincenty's inverse formula (Survey Review 176, 1975). */
export function distanceKm(from: Point, to: Point): number {
  const [lon1, lat1, lon2, lat2] = [from.lon, from.lat, to.lon, to.lat];
  const L = (lon2 - lon1) * rad;
  const U1 = Math.atan((1 - f) * Math.tan(lat1 * rad));
  const U2 = Math.atan((1 - f) * Math.tan(lat2 * rad));
  const [sinU1, cosU1] = [Math.sin(U1), Math.cos(U1)];
  const [sinU2, cosU2] = [Math.sin(U2), Math.cos(U2)];
  let lambda = L;
  for (let i = 0; i < 200; i++) {
    const x = cosU2 * Math.sin(lambda);
    const y = cosU1 * sinU2 - sinU1 * cosU2 * Math.cos(lambda);
    const sinSigma = Math.hypot(x, y);
    if (sinSigma === 0) return 0;
    const cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * Math.cos(lambda);
    const sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (cosU1 * cosU2 * Math.sin(lambda)) / sinSigma;
    const cos2Alpha = 1 - sinAlpha ** 2;
    const cos2M = cos2Alpha === 0 ? 0 : cosSigma - (2 * sinU1 * sinU2) / cos2Alpha;
    const C = (f / 16) * cos2Alpha * (4 + f * (4 - 3 * cos2Alpha));
    const before = lambda;
    lambda =
      L +
      (1 - C) *
        f *
        sinAlpha *
        (sigma + C * sinSigma * (cos2M + C * cosSigma * (2 * cos2M ** 2 - 1)));
    if (Math.abs(lambda - before) > 1e-12) continue;
    const u2 = (cos2Alpha * (a ** 2 - b ** 2)) / b ** 2;
    const A = 1 + (u2 / 16384) * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)));
    const B = (u2 / 1024) * (256 + u2 * (-128 + u2 * (74 - 47 * u2)));
    const deltaSigma =
      B *
      sinSigma *
      (cos2M +
        (B / 4) *
          (cosSigma * (2 * cos2M ** 2 - 1) -
            (B / 6) * cos2M * (4 * sinSigma ** 2 - 3) * (4 * cos2M ** 2 - 3)));
    return b * A * (sigma - deltaSigma);
  }
  throw new Error("Vincenty's formula does not converge for nearly antipodal points");
}
