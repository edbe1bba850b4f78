import { readFileSync } from "node:fs";
import autocannon from "autocannon";
import { hotspotsFolder } from "../../lib/hotspots.ts";
import type { Line, Row } from "../../lib/row.ts";
import { startService } from "../../lib/service-program.ts";

const connectionCount = 200;
const holdSeconds = 60;
const warmUpSeconds = 20;

const queries = [
  "limit=100",
  "limit=100&bbox=-120,30,-110,40",
  "limit=100&bbox=170,-50,-170,60",
  "limit=50&datetime=2025-01-10T00:00:00Z/2025-01-11T00:00:00Z",
  `limit=50&filter=${encodeURIComponent("frp > 80 AND satellite = 'Aqua'")}`,
  `limit=20&bbox=0,0,60,60&datetime=2025-02-01T00:00:00Z/..&filter=${encodeURIComponent("S_INTERSECTS(geometry, BBOX(10,10,30,30))")}`,
];

/** 200 connections for a minute with mixed queries: errors, and growth of memory after warm-up. */
export const serviceHold: Row = {
  name: "service-hold",
  async run(): Promise<Line[]> {
    const service = await startService(await hotspotsFolder());
    try {
      const { pathname, origin } = new URL(service.itemsUrl);
      const hold = (seconds: number) =>
        autocannon({
          url: origin,
          connections: connectionCount,
          duration: seconds,
          timeout: 60,
          requests: queries.map((query) => ({
            path: `${pathname}?${query}`,
            headers: service.headers,
          })),
        });
      await hold(warmUpSeconds);
      const before = residentMB(service.child.pid!);
      const { errors, timeouts, non2xx, requests } = await hold(holdSeconds);
      const after = residentMB(service.child.pid!);
      return [
        {
          name: "service-hold-errors",
          value: errors + timeouts + non2xx,
          unit: `of ${requests.total} requests`,
          goal: { kind: "≤", bound: 0 },
          measured: { unit: "requests", emberline: requests.total },
        },
        {
          name: "service-hold-memory",
          value: after / before,
          unit: "× after warm-up",
          goal: { kind: "≤", bound: 1.05 },
          measured: { unit: "MB", baseline: before, emberline: after },
        },
      ];
    } finally {
      await service.close();
    }
  },
};

function residentMB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return (Number(/VmRSS:\s+(\d+)/.exec(status)![1]) * 1024) / 1e6;
}
