// Formulas on the WGS 84 ellipsoid, in longitude and latitude, degrees.
const a = 6378.137;
const f = 1 / 298.257223563;
const b = a * (1 - f);
const e = Math.sqrt(f * (2 - f));
const rad = Math.PI / 180;

/**
 * Kilometres and initial bearing in degrees, by Vincenty's inverse
 * formula (Survey Review 176, 1975).
 */
export function inverse([lon1, lat1], [lon2, lat2]) {
  const L = (lon2 - lon1) * rad;
  const U1 = Math.atan((1 - f) * Math.tan(lat1 * rad));
  const U2 = Math.atan((1 - f) * Math.tan(lat2 * rad));
  const [sinU1, cosU1, sinU2, cosU2] = [Math.sin(U1), Math.cos(U1), Math.sin(U2), Math.cos(U2)];
  let lambda = L;
  for (let i = 0; i < 200; i++) {
    const x = cosU2 * Math.sin(lambda);
    const y = cosU1 * sinU2 - sinU1 * cosU2 * Math.cos(lambda);
    const sinSigma = Math.hypot(x, y);
    if (sinSigma === 0) return { km: 0, bearing: 0 };
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
    return { km: b * A * (sigma - deltaSigma), bearing: (Math.atan2(x, y) / rad + 360) % 360 };
  }
  throw new Error("Vincenty's formula does not converge for nearly antipodal points");
}

export function distanceKm(from, { lon, lat }) {
  return inverse(from, [lon, lat]).km;
}

export function within(radiusKm, center) {
  return (point) =>
    Math.abs(point.lat - center[1]) < radiusKm / 110 && distanceKm(center, point) <= radiusKm;
}

/**
 * Lambert's cylindrical equal-area projection of the ellipsoid (Snyder,
 * USGS PP 1395, 10-15 and 3-12), km.
 */
function equalArea([lon, lat]) {
  const s = Math.sin(lat * rad);
  const q = (1 - e ** 2) * (s / (1 - (e * s) ** 2) - Math.log((1 - e * s) / (1 + e * s)) / (2 * e));
  return [a * lon * rad, (a * q) / 2];
}

const lineCount = 5000;

/**
 * km² that features cover together, overlaps once: along 5,000 lines of equal distance in the
 * equal-area projection, the union of the insides of all features, by the even-odd rule over all
 * rings of each.
 */
export function unionKm2(multiPolygons) {
  const shapes = multiPolygons.map((polygons) =>
    polygons.flat().map((ring) => ring.map(equalArea)),
  );
  const heights = shapes.flat(2).map(([, y]) => y);
  const south = heights.reduce((x, y) => Math.min(x, y));
  const step = (heights.reduce((x, y) => Math.max(x, y)) - south) / lineCount;
  const spans = Array.from({ length: lineCount }, () => []);
  for (const rings of shapes) {
    const crossings = new Map();
    for (const ring of rings) {
      for (let i = 1; i < ring.length; i++) {
        const [[x1, y1], [x2, y2]] =
          ring[i - 1][1] < ring[i][1] ? [ring[i - 1], ring[i]] : [ring[i], ring[i - 1]];
        const first = Math.ceil((y1 - south) / step - 0.5);
        for (let line = first; south + (line + 0.5) * step < y2; line++) {
          const x = x1 + ((south + (line + 0.5) * step - y1) / (y2 - y1)) * (x2 - x1);
          if (!crossings.has(line)) crossings.set(line, []);
          crossings.get(line).push(x);
        }
      }
    }
    for (const [line, xs] of crossings) {
      xs.sort((x, y) => x - y);
      for (let i = 1; i < xs.length; i += 2) spans[line].push([xs[i - 1], xs[i]]);
    }
  }
  return spans.map(covered).reduce((sum, length) => sum + length * step, 0);
}

/** The total length covered by intervals. */
function covered(intervals) {
  let [length, end] = [0, Number.NEGATIVE_INFINITY];
  for (const [from, to] of intervals.sort(([x], [y]) => x - y)) {
    length += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return length;
}

/** km² of polygons by the even-odd rule over all rings, as in repairs. */
export const areaKm2 = (polygons) => unionKm2([polygons]);

/** km² of polygons by the shoelace formula: fast, and right unless rings cross themselves. */
export function shoelaceKm2(polygons) {
  const ringKm2 = (ring) => {
    const points = ring.map(equalArea);
    const parts = points.slice(1).map(([x, y], i) => points[i][0] * y - x * points[i][1]);
    return Math.abs(parts.reduce((sum, part) => sum + part, 0)) / 2;
  };
  return polygons.reduce(
    (sum, [outer, ...holes]) =>
      sum + holes.reduce((rest, hole) => rest - ringKm2(hole), ringKm2(outer)),
    0,
  );
}

/** Whether a point lies inside, by the even-odd rule over all rings. */
export function contains(polygons, { lon, lat }) {
  let inside = false;
  for (const ring of polygons.flat()) {
    for (let i = 1; i < ring.length; i++) {
      const [[x1, y1], [x2, y2]] = [ring[i - 1], ring[i]];
      if (y1 > lat !== y2 > lat && lon < x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1))
        inside = !inside;
    }
  }
  return inside;
}

/**
 * Distance to the nearest edge in km, on a plane around the point: exact to some
 * metres over tens of kilometres.
 */
export function edgeDistanceKm(polygons, { lon, lat }) {
  const ky = inverse([lon, lat - 0.05], [lon, lat + 0.05]).km / 0.1;
  const kx = inverse([lon - 0.05, lat], [lon + 0.05, lat]).km / 0.1;
  let best = Number.POSITIVE_INFINITY;
  for (const ring of polygons.flat()) {
    for (let i = 1; i < ring.length; i++) {
      const [x1, y1] = [(ring[i - 1][0] - lon) * kx, (ring[i - 1][1] - lat) * ky];
      const [dx, dy] = [(ring[i][0] - lon) * kx - x1, (ring[i][1] - lat) * ky - y1];
      const length2 = dx ** 2 + dy ** 2;
      const t = length2 === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / length2));
      best = Math.min(best, Math.hypot(x1 + t * dx, y1 + t * dy));
    }
  }
  return best;
}

/**
 * The sizes of groups: detections join when at most `km` and `hours` apart,
 * and so do those that they join.
 */
export function clusterSizes(points, km, hours) {
  const parent = points.map((_, i) => i);
  const root = (i) => {
    while (parent[i] !== i) i = parent[i];
    return i;
  };
  points.forEach((p, i) => {
    for (let j = 0; j < i; j++) {
      const q = points[j];
      if (Math.abs(Date.parse(p.datetime) - Date.parse(q.datetime)) > hours * 3_600_000) continue;
      if (Math.abs(p.lat - q.lat) > km / 110) continue;
      if (distanceKm([p.lon, p.lat], q) <= km) parent[root(i)] = root(j);
    }
  });
  const sizes = new Map();
  for (const i of parent.keys()) sizes.set(root(i), (sizes.get(root(i)) ?? 0) + 1);
  return [...sizes.values()];
}
