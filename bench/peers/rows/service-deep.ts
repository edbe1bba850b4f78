import { hotspotCount, hotspotsFolder } from "../../lib/hotspots.ts";
import { interleave, median, medianRatio } from "../../lib/interleave.ts";
import type { Line, Row } from "../../lib/row.ts";
import { pageMs, type ServiceProgram, startService } from "../../lib/service-program.ts";

const pageSize = 1_000;
const walkLimit = 10_000;

/** The last page of a million hotspots, reached by next links, compared with the first. */
export const serviceDeep: Row = {
  name: "service-deep",
  async run(): Promise<Line[]> {
    const service = await startService(await hotspotsFolder());
    try {
      const { headers, itemsUrl } = service;
      const last = await lastPage(service);
      const first = `${itemsUrl}?limit=${pageSize}`;
      const samples = await interleave(
        {
          first: () => pageMs(first, headers, pageSize),
          last: () => pageMs(last, headers, pageSize),
        },
        { rounds: 31, warmUpRounds: 5 },
      );
      return [
        {
          name: "service-deep",
          value: medianRatio(samples.last, samples.first),
          unit: "× first page",
          goal: { kind: "≤", bound: 1.5 },
          measured: {
            unit: "ms",
            baseline: median(samples.first),
            emberline: median(samples.last),
          },
        },
      ];
    } finally {
      await service.close();
    }
  },
};

interface LinkedPage {
  links: { rel: string; href: string }[];
}

/** Walks to the end, in large steps and at last in one of `PAGE`. */
async function lastPage({ headers, itemsUrl }: ServiceProgram): Promise<string> {
  let url = `${itemsUrl}?limit=${walkLimit - pageSize}`;
  for (let passed = 0; ; ) {
    const limit = Number(new URL(url).searchParams.get("limit"));
    if (passed + pageSize >= hotspotCount) return url;
    const page = (await (await fetch(url, { headers })).json()) as LinkedPage;
    passed += limit;
    const next = new URL(page.links.find(({ rel }) => rel === "next")!.href);
    const left = hotspotCount - passed;
    const step = left <= pageSize ? pageSize : Math.min(walkLimit, left - pageSize);
    next.searchParams.set("limit", String(step));
    url = next.href;
  }
}
