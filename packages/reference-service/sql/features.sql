-- The tables of features, the same on every node and for every way of spreading them. Included by
-- the other files. One server has them without `cell` (src/postgis/migrate.ts).

CREATE TEMPORARY TABLE names ON COMMIT DROP AS
  SELECT unnest('{satellite_perimeters, static_heat_sources, hotspots}'::text[]) AS name;

-- Tables are made like this one. A primary key must contain the column by which features are
-- distributed; with id first it also finds ids.
CREATE TEMPORARY TABLE feature (
  cell integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  start_ms float8 NOT NULL,
  end_ms float8 NOT NULL,
  west float8, south float8, east float8, north float8,
  is_point boolean NOT NULL,
  geom geometry(Geometry, 4326),
  properties jsonb,
  is_exact boolean NOT NULL,
  shape integer NOT NULL,
  body text NOT NULL,
  is_live boolean NOT NULL,
  PRIMARY KEY (id, cell)) ON COMMIT DROP;
CREATE INDEX ON feature (start_ms DESC, id);
CREATE INDEX ON feature (end_ms);
CREATE INDEX ON feature ((end_ms - start_ms));
CREATE INDEX ON feature USING gist (geom);
CREATE INDEX ON feature USING gin (properties jsonb_path_ops);
CREATE INDEX ON feature (shape);
CREATE INDEX ON feature (is_exact) WHERE NOT is_exact;
CREATE INDEX ON feature (is_point) WHERE geom IS NULL;
