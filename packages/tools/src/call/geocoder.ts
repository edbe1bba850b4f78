/** A place found by a geocoder; degrees, WGS 84. */
export interface GeocodedPlace {
  readonly label: string;
  readonly lon: number;
  readonly lat: number;
}

/** A geocoder's answer; `failure` is a sentence if there was none. */
export interface GeocoderAnswer {
  readonly places: readonly GeocodedPlace[];
  readonly failure: string | null;
}

/** A service that knows more places than the gazetteer. Failures are returned, never thrown. */
export interface Geocoder {
  /** Source of the data, for attribution. */
  readonly source: string;
  search(name: string, signal: AbortSignal): Promise<GeocoderAnswer>;
}
