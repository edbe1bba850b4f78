import { frpMw } from "../lib/canned-features.ts";
import { type CannedService, collection, startCannedService } from "../lib/canned-service.ts";
import { runProgram, subject } from "../lib/child.ts";
import { interleave, median, medianRatio } from "../lib/interleave.ts";
import type { Line, Row } from "../lib/row.ts";

const features = 100_000;
const pageSizes = [1_000, 10_000];

interface Listing {
  readonly wallMs: number;
  readonly maxRssKiB: number;
  readonly requests: number;
}

export const clientPage: Row = {
  name: "client-page",
  async run() {
    const service = await startCannedService(features, pageSizes);
    try {
      const lines: Line[] = [];
      for (const pageSize of pageSizes) lines.push(...(await linesOf(service, pageSize)));
      return lines;
    } finally {
      service.close();
    }
  },
};

async function linesOf(service: CannedService, pageSize: number): Promise<Line[]> {
  const listings = await interleave({
    bare: () => list(service, "bare", pageSize),
    emberline: () => list(service, "emberline", pageSize),
    ogcClient: () => list(service, "ogc-client", pageSize),
  });
  const each = (figure: keyof Listing) => ({
    bare: listings.bare.map((listing) => listing[figure]),
    emberline: listings.emberline.map((listing) => listing[figure]),
    ogcClient: listings.ogcClient.map((listing) => listing[figure]),
  });
  const medians = ({ bare, emberline, ogcClient }: ReturnType<typeof each>) => ({
    bare: median(bare),
    emberline: median(emberline),
    ogc_client: median(ogcClient),
  });
  const [wallMs, maxRssKiB, requests] = [each("wallMs"), each("maxRssKiB"), each("requests")];
  const name = pageSize === pageSizes[0] ? "client-page" : `client-page-${pageSize}`;
  return [
    {
      name,
      value: medianRatio(wallMs.emberline, wallMs.bare),
      unit: `× bare loop, pages of ${pageSize}`,
      goal: { kind: "≤", bound: 1.1 },
      measured: { unit: "ms", ...medians(wallMs) },
    },
    {
      name: `${name}-ogc-client`,
      value: medianRatio(wallMs.emberline, wallMs.ogcClient),
      unit: `× @camptocamp/ogc-client, pages of ${pageSize}`,
      goal: { kind: "<", bound: 1 },
      measured: { unit: "ms", ...medians(wallMs) },
    },
    {
      name: `${name}-requests`,
      value: Math.max(...requests.emberline) - features / pageSize,
      unit: "requests beyond the pages",
      goal: { kind: "≤", bound: 2 },
      measured: { unit: "requests", ...medians(requests) },
    },
    {
      name: `${name}-rss`,
      value: medianRatio(maxRssKiB.emberline, maxRssKiB.bare),
      unit: `× bare loop, peak RSS, pages of ${pageSize}`,
      goal: { kind: "≤", bound: 1.1 },
      measured: { unit: "KiB", ...medians(maxRssKiB) },
    },
  ];
}

/** Lists all features in a fresh process that starts, reads and exits. */
async function list(service: CannedService, client: string, pageSize: number): Promise<Listing> {
  service.takeRequests();
  const output = await runProgram(subject(`pages/${client}.mjs`), {
    args: [service.baseUrl, collection, String(pageSize)],
  });
  const found: Listing & { features: number; frpSumMw: number } = JSON.parse(output);
  if (found.features !== features || found.frpSumMw !== frpSumMw) {
    throw new Error(
      `${client} listed ${found.features} features with ${found.frpSumMw} MW instead of ${features} with ${frpSumMw} MW`,
    );
  }
  return { ...found, requests: service.takeRequests() };
}

let frpSumMw = 0;
for (let index = 0; index < features; index++) frpSumMw += frpMw(index);
