import { flattening, type Position, semiMajorKm, wrapLongitude } from "@emberline/geo";

const equatorialRadiusM = semiMajorKm * 1000;
const polarRadiusM = equatorialRadiusM * (1 - flattening);
/** Half a meridian: within 0.3 % of the distance wherever the formula does not converge. */
const halfMeridianM = 20_003_931;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/**
 * Metres between two positions on the WGS 84 ellipsoid: T. Vincenty, "Direct and inverse solutions
 * of geodesics on the ellipsoid", Survey Review 176 (1975). Accurate to a millimetre, except for
 * nearly antipodal points, where the formula does not converge.
 */
export function geodesicMetres([lon1, lat1]: Position, [lon2, lat2]: Position): number {
  const u1 = Math.atan((1 - flattening) * Math.tan(radians(lat1)));
  const u2 = Math.atan((1 - flattening) * Math.tan(radians(lat2)));
  const [sinU1, cosU1, sinU2, cosU2] = [Math.sin(u1), Math.cos(u1), Math.sin(u2), Math.cos(u2)];
  const difference = radians(wrapLongitude(lon2 - lon1));
  let lambda = difference;
  for (let round = 0; round < 100; round++) {
    const [sinLambda, cosLambda] = [Math.sin(lambda), Math.cos(lambda)];
    const sinSigma = Math.hypot(cosU2 * sinLambda, cosU1 * sinU2 - sinU1 * cosU2 * cosLambda);
    if (sinSigma === 0) return 0;
    const cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cosLambda;
    const sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (cosU1 * cosU2 * sinLambda) / sinSigma;
    const cos2Alpha = 1 - sinAlpha * sinAlpha;
    // On the equator cos²α is 0, and so is the term.
    const cos2SigmaM = cos2Alpha === 0 ? 0 : cosSigma - (2 * sinU1 * sinU2) / cos2Alpha;
    const c = (flattening / 16) * cos2Alpha * (4 + flattening * (4 - 3 * cos2Alpha));
    const twice = -1 + 2 * cos2SigmaM * cos2SigmaM;
    const next =
      difference +
      (1 - c) *
        flattening *
        sinAlpha *
        (sigma + c * sinSigma * (cos2SigmaM + c * cosSigma * twice));
    if (Math.abs(next - lambda) > 1e-12) {
      lambda = next;
      continue;
    }
    const uSquared = cos2Alpha * ((equatorialRadiusM / polarRadiusM) ** 2 - 1);
    const a =
      1 + (uSquared / 16_384) * (4096 + uSquared * (-768 + uSquared * (320 - 175 * uSquared)));
    const b = (uSquared / 1024) * (256 + uSquared * (-128 + uSquared * (74 - 47 * uSquared)));
    const cubic = cos2SigmaM * (-3 + 4 * sinSigma * sinSigma) * (-3 + 4 * cos2SigmaM * cos2SigmaM);
    const deltaSigma = b * sinSigma * (cos2SigmaM + (b / 4) * (cosSigma * twice - (b / 6) * cubic));
    return polarRadiusM * a * (sigma - deltaSigma);
  }
  return halfMeridianM;
}
