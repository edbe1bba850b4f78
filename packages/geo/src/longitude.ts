/** The same longitude within ±180; 180 and -180 stay as they are. Degrees. */
export function wrapLongitude(longitude: number): number {
  return longitudeNear(longitude, 0);
}

/** The same longitude within half a turn of another, so possibly beyond ±180. Degrees. */
export function longitudeNear(longitude: number, near: number): number {
  const apart = near - longitude;
  return Math.abs(apart) <= 180 ? longitude : longitude + 360 * Math.round(apart / 360);
}
