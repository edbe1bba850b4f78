import type { Credit } from "../values/feed.ts";

export const firmsCredit: Credit = {
  name: "NASA FIRMS (https://earthdata.nasa.gov/firms)",
  text: "NASA's Fire Information for Resource Management System (FIRMS) (https://earthdata.nasa.gov/firms), part of NASA's Earth Science Data and Information System (ESDIS)",
  url: "https://earthdata.nasa.gov/firms",
  licence: "NASA open data",
  disclaimer:
    "Not for tactical or local-scale decisions. NASA's disclaimer for LANCE data applies: see https://earthdata.nasa.gov/firms",
};
