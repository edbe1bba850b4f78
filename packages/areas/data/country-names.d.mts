/** Names of countries by ISO 3166-1 alpha-2 code: the name to show first, then others. */
export const countryNames: Readonly<Record<string, readonly string[]>>;
