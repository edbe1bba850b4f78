/**
 * Feature collections as a service sends them, ready to be written: detections
 * in the layout of the NASA FIRMS archive, as text of `pageSize` features each.
 */
export function cannedPages(
  { features, pageSize }: { features: number; pageSize: number },
  pageUrl: (offset: number) => string,
): Buffer[] {
  const pages: Buffer[] = [];
  for (let offset = 0; offset < features; offset += pageSize) {
    const next = offset + pageSize;
    const links = next < features ? [{ rel: "next", href: pageUrl(next) }] : [];
    const page = {
      type: "FeatureCollection",
      links,
      numberMatched: features,
      numberReturned: pageSize,
      features: Array.from({ length: pageSize }, (_, index) => detection(offset + index)),
    };
    pages.push(Buffer.from(JSON.stringify(page)));
  }
  return pages;
}

/** Fire radiative power of a canned detection, in megawatts. */
export function frpMw(index: number): number {
  return 1 + (index % 997) / 8;
}

const firstMs = Date.UTC(2019, 7, 1);

function detection(index: number) {
  const longitude = round(113 + ((index * 0.6180339) % 1) * 41);
  const latitude = round(-44 + ((index * 0.7548776) % 1) * 34);
  const time = new Date(firstMs + index * 52_000).toISOString();
  return {
    type: "Feature",
    id: `detection-${index}`,
    geometry: { type: "Point", coordinates: [longitude, latitude] },
    properties: {
      latitude,
      longitude,
      brightness: 300 + (index % 1000) / 10,
      scan: 1 + (index % 38) / 10,
      track: 1 + (index % 10) / 10,
      acq_date: time.slice(0, 10),
      acq_time: time.slice(11, 16).replace(":", ""),
      satellite: index % 2 === 0 ? "Terra" : "Aqua",
      instrument: "MODIS",
      confidence: index % 101,
      version: "6.3",
      bright_t31: 290 + (index % 200) / 10,
      frp: frpMw(index),
      daynight: index % 3 === 0 ? "N" : "D",
      type: 0,
      datetime: `${time.slice(0, 19)}Z`,
    },
  };
}

function round(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4;
}
