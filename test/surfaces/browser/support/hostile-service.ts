import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { harms } from "./harms.ts";

/* Data and a service of the interface whose every text is a harm. */

const harm = (n: number) => harms[n % harms.length]!;

/** Of the feature at an index; each name and text of the list is somewhere. */
function feature(index: number, geometry: object) {
  return {
    type: "Feature",
    id: harm(index),
    geometry,
    properties: {
      datetime: `2026-07-${10 + (index % 10)}T10:00:00Z`,
      frp: index,
      fire_id: harm(index + 1),
      fire_name: harm(index + 2),
      name: harm(index + 3),
      category: harm(index + 4),
      confidence: harm(index + 5),
      url: harm(index + 6),
      nested: { [harm(index)]: [harm(index + 1)] },
      ...Object.fromEntries(harms.map((name, i) => [name, harm(index + i)])),
    },
    links: [{ href: harm(index), rel: "related", title: harm(index + 1) }],
  };
}

const features = (geometryAt: (lon: number) => object) =>
  harms.map((_, i) => feature(i, geometryAt(10 + i / 50)));
const point = (lon: number) => ({ type: "Point", coordinates: [lon, 50] });
const square = (lon: number) => ({
  type: "Polygon",
  coordinates: [
    [
      [lon, 50],
      [lon + 0.02, 50],
      [lon + 0.02, 50.02],
      [lon, 50.02],
      [lon, 50],
    ],
  ],
});

const simulations = harms.map((_, i) => ({
  id: harm(i),
  status: i % 2 === 0 ? "COMPLETED" : harm(i + 1),
  clusterId: harm(i + 2),
  fireName: harm(i + 3),
  locationName: harm(i + 4),
  latitude: 50,
  longitude: 10,
  model: harm(i + 5),
  durationHours: 24,
  ensembleMembers: 10,
  burnedAreaM2: 1e6,
  auto: false,
  createdAt: "2026-07-11T00:00:00Z",
  errorMessage: harm(i + 6),
  links: { self: harm(i) },
}));

export const hotspots = "svc:hotspots";
export const perimeters = "svc:satellite-perimeters";
const ofCollections: Readonly<Record<string, readonly object[]>> = {
  [hotspots]: features(point),
  [perimeters]: features(square),
  "svc:static-heat-sources": features(point),
  ...Object.fromEntries(harms.slice(0, 3).map((id, i) => [id, [feature(i, point(10))]])),
};

function describe(id: string) {
  const i = Object.keys(ofCollections).indexOf(id);
  return {
    id,
    title: harm(i),
    description: harm(i + 1),
    attribution: harm(i + 2),
    notices: harms,
    keywords: harms,
    links: harms.map((href, n) => ({ href, rel: n % 2 ? "license" : "about", title: harm(n + 1) })),
    extent: { temporal: { interval: [["2026-07-10T00:00:00Z", "2026-07-19T10:00:00Z"]] } },
  };
}

const queryables = [
  ...Object.keys(feature(0, point(0)).properties).map((id) => ({ id, type: "string" })),
  ...harms.map((type) => ({ id: type, type })),
];

/** Starts it; its refusals repeat the secret as it came, and as in a URL. */
export async function startHostileService(secret: string) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, "http://localhost");
    const send = (body: object, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (pathname === "/v1/token")
      return send({ access_token: "token", expires_in: 3600, token_type: "Bearer" });
    if (pathname === "/v1/fire-spread/simulations")
      return send({ items: simulations, nextCursor: null, notices: harms });
    const [id, part, featureId] = pathname.split("/").slice(5).map(decodeURIComponent);
    if (id === undefined) return send({ collections: Object.keys(ofCollections).map(describe) });
    const all = ofCollections[id];
    const description = [secret, encodeURIComponent(secret), ...harms].join(" ");
    const refusal = { code: harm(2), title: harm(3), description };
    if (!all || searchParams.get("filter")?.includes("fault")) return send(refusal, 400);
    if (part === undefined) return send(describe(id));
    if (part === "queryables") return send({ queryables });
    if (featureId !== undefined)
      return send(all.find((each) => "id" in each && each.id === featureId) ?? refusal);
    const [from, limit] = ["from", "limit"].map((name) => Number(searchParams.get(name) ?? 0));
    const end = from! + limit!;
    const next = `http://${request.headers.host}${pathname}?limit=${limit}&from=${end}`;
    return send({
      type: "FeatureCollection",
      features: all.slice(from, end),
      links: [
        ...(end < all.length ? [{ rel: "next", href: next }] : []),
        ...harms.map((href) => ({ rel: "alternate", href, title: href })),
      ],
      numberMatched: all.length,
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    environment: {
      EMBERLINE_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      EMBERLINE_CLIENT_ID: "client",
      EMBERLINE_CLIENT_SECRET: secret,
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The same features as files for the embedded service. */
export const files: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ hotspots, perimeters }).map(([name, id]) => [
    `${name}.geojsonl`,
    ofCollections[id]!.map((each) => `${JSON.stringify(each)}\n`).join(""),
  ]),
);
