import { metricsType, openMetrics } from "@emberline/settings/metrics";
import { metricsRefusal } from "@emberline/settings/node";
import type { State } from "@emberline/state";
import type { LogEntry } from "../service/app.ts";
import {
  observeCollections,
  observeFeeds,
  observeRedis,
  observeStore,
  recordRequests,
} from "../service/metrics.ts";
import { type ReferenceService, version } from "../service/service.ts";

/** What `emberline-service serve` measures. */
export interface ServiceMetrics {
  /** Counts a request. */
  record(entry: LogEntry): void;
  observe(service: ReferenceService, more: { state: State | undefined; hasStore: boolean }): void;
  /** `GET /metrics`: for this machine, or with the operator's key for any. */
  answer(request: Request, address: string | undefined): Promise<Response>;
}

/** Starts to measure; before anything that is measured is opened. */
export function openServiceMetrics(keyOf: () => string | undefined): ServiceMetrics {
  const metrics = openMetrics({ name: "emberline-service", version });
  return {
    record: recordRequests(),
    observe(service, { state, hasStore }) {
      observeFeeds(service.feeds);
      observeCollections(service);
      observeRedis(() => state?.condition);
      if (hasStore) observeStore(service.nodes);
    },
    async answer({ headers }, address) {
      const refusal = metricsRefusal(headers, { key: keyOf(), address });
      if (!refusal) {
        return new Response(await metrics.text(), { headers: { "Content-Type": metricsType } });
      }
      const { code, sentence } = refusal;
      const asks = { "WWW-Authenticate": "Bearer" };
      const init = code === "unauthorized" ? { status: 401, headers: asks } : { status: 403 };
      return Response.json({ code, message: sentence }, init);
    },
  };
}
