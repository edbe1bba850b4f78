import type { GeocoderSettings } from "./geocoder.ts";

/**
 * The geocoder that the operator's environment names, or null when it names no
 * `EMBERLINE_GEOCODER_URL`.
 *
 * @throws Error naming the variable that is wrong; never with a URL, which may hold a key
 */
export function geocoderFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): GeocoderSettings | null {
  const given = (name: string) => environment[name]?.trim() || undefined;
  const url = given("EMBERLINE_GEOCODER_URL");
  if (url === undefined) return null;
  if (!/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url)) {
    throw new Error(
      "EMBERLINE_GEOCODER_URL is no http or https URL, such as https://nominatim.example/search.",
    );
  }
  const style = given("EMBERLINE_GEOCODER_STYLE") ?? "nominatim";
  if (style !== "nominatim" && style !== "photon") {
    throw new Error("EMBERLINE_GEOCODER_STYLE is neither nominatim nor photon.");
  }
  return { url, style, contact: given("EMBERLINE_GEOCODER_CONTACT") };
}
