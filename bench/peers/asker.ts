import type { ReferenceService } from "@emberline/reference-service";

export const client = { id: "bench", secret: "bench" };

/** Asks a service for hotspots: milliseconds until an answer with matches has arrived. */
export async function asker(service: ReferenceService) {
  const exchange = await service.fetch(
    new Request("http://service.test/v1/token", {
      method: "POST",
      body: JSON.stringify({ client_id: client.id, client_secret: client.secret }),
    }),
  );
  const { access_token } = (await exchange.json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${access_token}` };
  return async (query: URLSearchParams): Promise<number> => {
    const url = `http://service.test/ogc/features/v1/collections/svc:hotspots/items?${query}`;
    const started = performance.now();
    const response = await service.fetch(new Request(url, { headers }));
    const { numberMatched } = (await response.json()) as { numberMatched?: number };
    if (!numberMatched) throw new Error(`${query}: ${response.status}, ${numberMatched} matched`);
    return performance.now() - started;
  };
}
