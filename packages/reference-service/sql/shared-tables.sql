-- What stays on the coordinator, however the features are spread. Included by the other files,
-- after features.sql.

CREATE TABLE migrations (version integer PRIMARY KEY);
INSERT INTO migrations VALUES (2);
-- Files are noted for simulations alone: features over several nodes do not say theirs.
CREATE TABLE loads (
  load integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  file text NOT NULL,
  name text NOT NULL,
  loaded_at timestamptz NOT NULL,
  UNIQUE (file, name));
CREATE TABLE simulations (
  id text COLLATE "C" PRIMARY KEY,
  organization text NOT NULL,
  created_ms float8 NOT NULL,
  body text NOT NULL,
  is_synthetic boolean NOT NULL,
  load integer);
CREATE INDEX ON simulations (organization, created_ms DESC, id);
CREATE TABLE collections (name text PRIMARY KEY, version bigint NOT NULL);
INSERT INTO collections SELECT name, 0 FROM names;
CREATE TABLE shapes (
  shape integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  digest text NOT NULL UNIQUE,
  kinds text NOT NULL);
CREATE TABLE feeds (
  name text PRIMARY KEY,
  layer text NOT NULL,
  state text NOT NULL,
  read_at float8,
  revision bigint NOT NULL);
CREATE TABLE feed_reader (holder text NOT NULL);
INSERT INTO feed_reader VALUES ('');

-- A change that may have been committed by some nodes and not by others.
CREATE TABLE unfinished (
  name text PRIMARY KEY REFERENCES collections,
  gone text NOT NULL,
  before_ms float8 NOT NULL);
-- Whether features lie outside the grid of cells, and so have to be looked for in every search.
CREATE TABLE grids (
  name text PRIMARY KEY REFERENCES collections,
  has_undated boolean NOT NULL DEFAULT false,
  has_unplaced boolean NOT NULL DEFAULT false);
INSERT INTO grids SELECT name FROM names;
-- The incoming features of a change, kept until all nodes have committed it.
SELECT format('CREATE TABLE %I (LIKE feature, PRIMARY KEY (id))', name || '_incoming')
FROM names \gexec
