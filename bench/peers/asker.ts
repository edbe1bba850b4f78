import type { ReferenceService } from "@emberline/reference-service";

export const client = { id: "bench", secret: "bench" };

/** Asks a service for hotspots, or for one by its id: milliseconds until it has arrived. */
export async function asker(service: ReferenceService) {
  const exchange = await service.fetch(
    new Request("http://service.test/v1/token", {
      method: "POST",
      body: JSON.stringify({ client_id: client.id, client_secret: client.secret }),
    }),
  );
  const { access_token } = (await exchange.json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${access_token}` };
  return async (wanted: URLSearchParams | string): Promise<number> => {
    const items = "http://service.test/ogc/features/v1/collections/svc:hotspots/items";
    const isOne = typeof wanted === "string";
    const url = isOne ? `${items}/${encodeURIComponent(wanted)}` : `${items}?${wanted}`;
    const started = performance.now();
    const response = await service.fetch(new Request(url, { headers }));
    const { numberMatched } = (await response.json()) as { numberMatched?: number };
    if (isOne ? !response.ok : !numberMatched)
      throw new Error(`${wanted}: ${response.status}, ${numberMatched} matched`);
    return performance.now() - started;
  };
}
