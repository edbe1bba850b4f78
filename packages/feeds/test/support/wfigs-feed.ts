import type { Bbox } from "@emberline/geo";
import { describedFeed, type Feed } from "../../src/index.ts";
import { shipped } from "./described.ts";

const description = await shipped("wfigs-perimeters");
const { source } = description;

/** The shipped perimeters of WFIGS, of these areas, or from another address. */
export function wfigsFeed({ areas, url }: { areas?: readonly Bbox[]; url?: string } = {}): Feed {
  const own = url === undefined ? description : { ...description, source: { ...source, url } };
  return describedFeed(own, { areas });
}

/** Those of prescribed fires as well. */
export function allFiresFeed(): Feed {
  const where = "attr_IncidentTypeCategory IN ('WF','RX')";
  return describedFeed({
    ...description,
    source: { ...source, where } as typeof source,
    keep: { attr_IncidentTypeCategory: ["WF", "RX"] },
  });
}
