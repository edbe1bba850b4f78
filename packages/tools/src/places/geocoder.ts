import { distanceKm, type Fetch, linkAbort, readText } from "@emberline/core";
import { z } from "zod";
import type { GeocodedPlace, Geocoder, GeocoderAnswer } from "../call/geocoder.ts";
import { cleanText } from "../values/text.ts";

type GeocoderStyle = "nominatim" | "photon";

export interface GeocoderSettings {
  /** Search URL: `https://host/search` (Nominatim), `https://host/api` (Photon). */
  readonly url: string;
  readonly style: GeocoderStyle;
  /** Contact of the operator, sent in User-Agent as Nominatim's policy requires. */
  readonly contact?: string | undefined;
}

const timeoutMs = 3000;
const maxWaitMs = 3000;

/** Nominatim's usage policy allows one request a second. */
const pauseMs = 1000;

const maxKept = 1000;

const maxBytes = 200_000;

const maxPlaces = 5;

/**
 * The geocoder at the operator's URL. Sends at most one request per second, with a timeout of three
 * seconds, and follows no redirects. Calls that would wait longer than three seconds for their turn
 * are refused at once. The last thousand answers are cached; concurrent calls for a name share a
 * request.
 *
 * @example
 * const geocoder = createGeocoder({
 *   url: "https://nominatim.example/search",
 *   style: "nominatim",
 *   contact: "ops@fire.example",
 * });
 */
export function createGeocoder(
  settings: GeocoderSettings,
  fetch: Fetch = globalThis.fetch,
): Geocoder {
  const kept = new Map<string, readonly GeocodedPlace[]>();
  const running = new Map<
    string,
    { answer: Promise<GeocoderAnswer>; waiting: number; stop(): void }
  >();
  let nextMs = 0;

  const ask = async (name: string, key: string, left: AbortSignal): Promise<GeocoderAnswer> => {
    const nowMs = performance.now();
    const startMs = Math.max(nowMs, nextMs);
    if (startMs - nowMs > maxWaitMs) return { places: [], failure: isBusy };
    nextMs = startMs + pauseMs;
    let limit: ReturnType<typeof linkAbort> | undefined;
    try {
      await sleep(startMs - nowMs, left);
      limit = linkAbort({ signal: left, timeoutMs });
      const places = await request(settings, fetch, name, limit.signal);
      kept.set(key, places);
      if (kept.size > maxKept) kept.delete(kept.keys().next().value!);
      return { places, failure: null };
    } catch {
      // The error message could contain the operator's URL.
      return { places: [], failure: noAnswer };
    } finally {
      limit?.release();
    }
  };

  /** Concurrent calls for a name share a request; it is aborted when the last of them leaves. */
  const join = (name: string, key: string) => {
    const known = running.get(key);
    if (known) return known;
    const controller = new AbortController();
    const answer = ask(name, key, controller.signal).finally(() => running.delete(key));
    const started = { answer, waiting: 0, stop: () => controller.abort() };
    running.set(key, started);
    return started;
  };

  return {
    source: "OpenStreetMap contributors, ODbL",
    async search(name, signal) {
      const key = name.trim().toLowerCase();
      const known = kept.get(key);
      if (known) return { places: known, failure: null };
      if (signal.aborted) return { places: [], failure: noAnswer };
      const request = join(name, key);
      request.waiting++;
      const leave = () => {
        if (--request.waiting === 0) request.stop();
      };
      signal.addEventListener("abort", leave, { once: true });
      return request.answer.finally(() => signal.removeEventListener("abort", leave));
    },
  };
}

const noAnswer = "The configured geocoder did not answer.";
const isBusy = "The configured geocoder is busy: try again in a few seconds.";

/** Whether all are within 20 km of the first: then they are the same place. */
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
    // The operator allowed only this host.
    redirect: "manual",
    headers: {
      Accept: "application/json",
      "User-Agent": contact === undefined ? "emberline" : `emberline (${contact})`,
    },
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const text = await readText(response, maxBytes);
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

/** Resolves early if the signal is aborted. */
function sleep(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, durationMs);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}
