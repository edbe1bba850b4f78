import { ringsOf } from "./positions.mjs";

/** WGS 84. */
const semiMajorKm = 6378.137;
const eccentricity = Math.sqrt(0.00669437999014);
const radians = Math.PI / 180;

/** Square kilometres of polygons on the WGS 84 ellipsoid, edges straight in an equal-area plane. */
export function ellipsoidKm2(layer, polygons) {
  return polygons.reduce((sum, polygon) => {
    const [outer = 0, ...holes] = ringsOf(layer, polygon).map(ringKm2);
    return sum + outer - holes.reduce((all, hole) => all + hole, 0);
  }, 0);
}

function ringKm2(ring) {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i - 1], ring[i]];
    sum += (bx - ax) * radians * (authalic(ay) + authalic(by));
  }
  return Math.abs((sum * semiMajorKm ** 2) / 4);
}

/** q of Snyder, Map Projections: A Working Manual (1987), formula 3-12. */
function authalic(latitude) {
  const sine = Math.sin(latitude * radians);
  const es = eccentricity * sine;
  const e2 = eccentricity ** 2;
  return (1 - e2) * (sine / (1 - es ** 2) - Math.log((1 - es) / (1 + es)) / (2 * eccentricity));
}
