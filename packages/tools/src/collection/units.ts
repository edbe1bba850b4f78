/** Units by the usual property names: FIRMS (NASA), WFIGS (NIFC), power plant lists. */
const units: readonly [pattern: RegExp, unit: string][] = [
  [/^frp$/i, "MW (fire radiative power)"],
  [/^(brightness|bright_t\w+)$/i, "K (brightness temperature)"],
  [/^(scan|track)$/i, "km (pixel size)"],
  [/^(lat|lon|latitude|longitude)$/i, "degrees"],
  [/_?acres$/i, "acres (1 acre = 0.4047 hectares)"],
  [/_mw$/i, "MW"],
  [/_km2$/i, "km²"],
  [/_km$/i, "km"],
  [/_ha$/i, "hectares"],
];

/** The unit implied by a property's name, if any. */
export function unitOf(property: string): string | undefined {
  return units.find(([pattern]) => pattern.test(property))?.[1];
}
