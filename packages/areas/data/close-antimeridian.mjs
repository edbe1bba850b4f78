/** Natural Earth's states and provinces were cut here, in degrees east and west. */
const cutDeg = 179.9;

/**
 * Assigns the strip between the cut and the antimeridian to the areas that reach the cut: each
 * piece of border along it is moved to ±180°, and if land reaches the cut on one side only, the
 * other side gets a rectangle. Changes the layer in place.
 */
export function closeAntimeridian({ arcs, scale, translate, areas }) {
  const step = (degrees) => (degrees - translate[0]) / scale[0];
  const [atWest, atEast] = [Math.round(step(-cutDeg)), Math.round(step(cutDeg))];
  // The grid has no step at exactly ±180, so readers clamp positions to it.
  const [farWest, farEast] = [Math.floor(step(-180)), Math.ceil(step(180))];
  const farOf = new Map([
    [atWest, farWest],
    [atEast, farEast],
  ]);
  arcs.forEach((arc, index) => {
    const closed = ledAround(absolute(arc), farOf);
    if (closed) arcs[index] = relative(closed);
  });
  const spansOf = ({ polygons }, far) =>
    polygons.flat(2).flatMap((arc) => spansAt(absolute(arcs[arc < 0 ? ~arc : arc]), far));
  for (const area of areas) {
    const [west, east] = [spansOf(area, farWest), spansOf(area, farEast)];
    for (const [own, others, near, far] of [
      [west, east, atWest, farWest],
      [east, west, atEast, farEast],
    ])
      for (const [low, high] of others.flatMap((span) => without(span, own))) {
        arcs.push(relative(rectangle(near, far, low, high)));
        area.polygons.push([[arcs.length - 1]]);
      }
  }
}

/** The pieces of an arc that lie on a meridian, as latitudes from low to high. */
function spansAt(positions, x) {
  return positions.slice(1).flatMap(([toX, toY], i) => {
    const [fromX, fromY] = positions[i];
    const isOn = fromX === x && toX === x && fromY !== toY;
    return isOn ? [[Math.min(fromY, toY), Math.max(fromY, toY)]] : [];
  });
}

/** The parts of a span outside other spans. */
function without(span, others) {
  return others.reduce(
    (left, [low, high]) =>
      left.flatMap(([from, to]) =>
        [
          [from, Math.min(to, low)],
          [Math.max(from, high), to],
        ].filter(([start, end]) => start < end),
      ),
    [span],
  );
}

function rectangle(x, farX, low, high) {
  return [
    [x, low],
    [farX, low],
    [farX, high],
    [x, high],
    [x, low],
  ];
}

/** Null if the arc has no piece along the cut. */
function ledAround(positions, farOf) {
  const led = [];
  let isChanged = false;
  positions.forEach(([x, y], i) => {
    const far = farOf.get(x);
    const [before, after] = [positions[i - 1], positions[i + 1]];
    const comes = far !== undefined && before?.[0] === x;
    const goes = far !== undefined && after?.[0] === x;
    if (comes) led.push([far, y]);
    if (!comes || !goes) led.push([x, y]);
    if (goes && !comes) led.push([far, y]);
    isChanged ||= comes || goes;
  });
  return isChanged ? led : null;
}

function absolute(arc) {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [x, y];
  });
}

function relative(positions) {
  return positions.map(([x, y], i) => [
    x - (positions[i - 1]?.[0] ?? 0),
    y - (positions[i - 1]?.[1] ?? 0),
  ]);
}
