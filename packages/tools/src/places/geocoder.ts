import { distanceKm, type Fetch, linkAbort } from "@emberline/core";
import { z } from "zod";
import type { GeocodedPlace, Geocoder } from "../call/geocoder.ts";
import { cleanText } from "../values/text.ts";

type GeocoderStyle = "nominatim" | "photon";

export interface GeocoderSettings {
  /** Of the search: `https://host/search` (Nominatim), `https://host/api` (Photon). */
  readonly url: string;
  readonly style: GeocoderStyle;
  /** A way to reach the operator, told in User-Agent as Nominatim's policy asks. */
  readonly contact?: string | undefined;
}

const timeoutMs = 5000;

/** Nominatim's usage policy allows one request a second. */
const pauseMs = 1000;

const maxKept = 1000;

const maxBytes = 200_000;

const maxPlaces = 5;

/**
 * The geocoder at the operator's URL. Asks once a second at most, waits five
 * seconds at most, keeps the last thousand answers.
 */
export function createGeocoder(
  settings: GeocoderSettings,
  fetch: Fetch = globalThis.fetch,
): Geocoder {
  const kept = new Map<string, readonly GeocodedPlace[]>();
  let nextMs = 0;
  const ask = async (name: string, signal: AbortSignal) => {
    const nowMs = performance.now();
    const startMs = Math.max(nowMs, nextMs);
    nextMs = startMs + pauseMs;
    await sleep(startMs - nowMs, signal);
    return request(settings, fetch, name, signal);
  };
  return {
    source: "OpenStreetMap contributors, ODbL",
    async search(name, signal) {
      const key = name.trim().toLowerCase();
      const known = kept.get(key);
      if (known) return { places: known, failure: null };
      const limit = linkAbort({ signal, timeoutMs });
      try {
        signal.throwIfAborted();
        const places = await ask(name, limit.signal);
        kept.set(key, places);
        if (kept.size > maxKept) kept.delete(kept.keys().next().value!);
        return { places, failure: null };
      } catch {
        // Its words could hold the operator's URL: only that it failed is told.
        return { places: [], failure: "The geocoder that is set up did not answer." };
      } finally {
        limit.release();
      }
    },
  };
}

/** Whether all are within 20 km of the first: one place, known in several ways. */
export function isOnePlace([first, ...others]: readonly GeocodedPlace[]): boolean {
  return (
    first !== undefined &&
    others.every(({ lon, lat }) => distanceKm([first.lon, first.lat], [lon, lat]) <= 20)
  );
}

async function request(
  { url, style, contact }: GeocoderSettings,
  fetch: Fetch,
  name: string,
  signal: AbortSignal,
): Promise<readonly GeocodedPlace[]> {
  const address = new URL(url);
  address.searchParams.set("q", name);
  address.searchParams.set("limit", String(maxPlaces));
  if (style === "nominatim") address.searchParams.set("format", "jsonv2");
  const response = await fetch(address, {
    signal,
    headers: {
      Accept: "application/json",
      "User-Agent": contact === undefined ? "emberline" : `emberline (${contact})`,
    },
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const text = await response.text();
  if (text.length > maxBytes) throw new Error("too long");
  const places = style === "nominatim" ? nominatim(JSON.parse(text)) : photon(JSON.parse(text));
  return places
    .slice(0, maxPlaces)
    .map(({ label, ...position }) => ({ label: cleanText(label, 120), ...position }));
}

const lon = z.coerce.number().min(-180).max(180);

const lat = z.coerce.number().min(-90).max(90);

const nominatimAnswer = z.array(z.object({ display_name: z.string(), lon, lat }));

/** https://nominatim.org/release-docs/latest/api/Output/ */
function nominatim(answer: unknown): GeocodedPlace[] {
  return nominatimAnswer
    .parse(answer)
    .map(({ display_name, lon, lat }) => ({ label: display_name, lon, lat }));
}

const photonAnswer = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([lon, lat]).rest(z.number()) }),
      properties: z.object({
        name: z.string().optional(),
        city: z.string().optional(),
        state: z.string().optional(),
        country: z.string().optional(),
      }),
    }),
  ),
});

/** https://github.com/komoot/photon/blob/master/docs/api-v1.md */
function photon(answer: unknown): GeocodedPlace[] {
  return photonAnswer.parse(answer).features.map(({ geometry, properties }) => {
    const { name, city, state, country } = properties;
    const label = [...new Set([name, city, state, country])].filter(Boolean).join(", ");
    return {
      label: label || "unnamed place",
      lon: geometry.coordinates[0],
      lat: geometry.coordinates[1],
    };
  });
}

/** Ends early with the signal. */
async function sleep(durationMs: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, durationMs);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
