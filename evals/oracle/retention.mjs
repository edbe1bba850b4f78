// A service that has read hotspots of Hawaii until 15 May 2024, and keeps those of ten days.
import { hotspots } from "./data.mjs";
import { between, count } from "./select.mjs";

const since = "2024-05-05";
const until = "2024-05-15";
const inHawaii = ({ lon, lat }) => lon < -150 && lat < 25;
const kept = hotspots.filter(inHawaii).filter(between(since, until));

export const retention = {
  "kept-of-thirty-days": [kept.length, since],
  "kept-of-a-year-by-filter": [count(kept, ({ frp }) => frp >= 20), since],
  "kept-whole": count(kept, between("2024-05-06", "2024-05-10")),
  // The earlier week lacks its first four days, so both are compared without them.
  "kept-of-two-weeks": [
    count(kept, between(since, "2024-05-08")),
    count(kept, between("2024-05-12", until)),
  ],
};
