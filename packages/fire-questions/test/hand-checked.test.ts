// Answers computed by other programs from the sources' own files, which `data/NOTICE.md` names.
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadData } from "fire-questions";
import { distanceKm } from "../src/oracle/distance.ts";
import { namedFires } from "../src/oracle/fires.ts";
import { detectionsOn, sum } from "../src/oracle/selections.ts";
import { areaKm2, contains, inBox } from "../src/oracle/shapes.ts";

const data = loadData();

// ogrinfo -dialect sqlite -sql "select ST_Distance(MakePoint(-122.8756,42.3265,4326),
// MakePoint(-123.0065,42.59076,4326),1) from …", in m: and so for the other pairs.
test("distances are those of GDAL on the ellipsoid", () => {
  const at = (lon: number, lat: number) => ({ lon, lat });
  const pairs = [
    [at(-122.8756, 42.3265), at(-123.0065, 42.59076), 31.2668789841782],
    [at(130.842, -12.461), at(128.739, -15.774), 431.171028598181],
    [at(-179.97, -16.85), at(178.44, -18.14), 221.124275329713],
  ] as const;
  for (const [from, to, km] of pairs) assert.ok(Math.abs(distanceKm(from, to) - km) < 1e-4);
});

// ogrinfo -dialect sqlite -sql "select ST_Area(ST_Transform(geometry, 5070))/1e6,
// ST_Contains(geometry, MakePoint(-115.25,35.25,4326)), ST_Contains(geometry,
// MakePoint(-115.2722,35.4664,4326)) from … where incident_name = 'YORK' and sequence = 8"
test("the York fire's last outline has the size, and holds the points, that GDAL says", () => {
  const { polygons } = namedFires(data).find(({ name }) => name === "YORK")!.newest.perimeter;
  assert.ok(Math.abs(areaKm2(polygons) - 376.63) < 0.05);
  assert.equal(contains(polygons, { lon: -115.25, lat: 35.25 }), true);
  assert.equal(contains(polygons, { lon: -115.2722, lat: 35.4664 }), false);
});

// zcat firms_australia_modis_2019-08_2019-09.csv.gz | python3 -c "import csv, sys; d = [r for r in
// csv.DictReader(sys.stdin) if r['acq_date'] == '2019-08-15']; print(len(d), …)"
test("15 August 2019 has the detections and the power of the download of FIRMS", () => {
  const detections = detectionsOn(data, "2019-08-15");
  assert.equal(detections.length, 389);
  assert.equal(sum(detections.map(({ frp }) => frp)).toFixed(1), "13308.1");
  const inside = detections.filter(inBox([130, -16, 135, -11]));
  assert.equal(inside.length, 149);
});
