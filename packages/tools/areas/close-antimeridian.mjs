/** Natural Earth's states and provinces were cut here, in degrees east and west. */
const cutDeg = 179.9;

/**
 * Gives the strip between the cut and the antimeridian to the areas that reach the cut: each piece
 * of border along it is led around by ±180°. Changes the arcs in place.
 */
export function closeAntimeridian({ arcs, scale, translate }) {
  const atWest = Math.round((-cutDeg - translate[0]) / scale[0]);
  const atEast = Math.round((cutDeg - translate[0]) / scale[0]);
  const farOf = new Map([
    // Steps of the grid do not end at ±180: whoever reads a position brings it back to there.
    [atWest, Math.floor((-180 - translate[0]) / scale[0])],
    [atEast, Math.ceil((180 - translate[0]) / scale[0])],
  ]);
  arcs.forEach((arc, index) => {
    const closed = ledAround(absolute(arc), farOf);
    if (closed) arcs[index] = relative(closed);
  });
}

/** Null where the arc has no piece along the cut. */
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
