import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, type Postgis } from "./postgis.ts";

const START_TIMEOUT_MS = 10_000;

export interface MapServer {
  itemsUrl: string;
  close(): Promise<void>;
}

/** MapServer's OGC API Features over the table, as FastCGI behind lighttpd. */
export async function startMapServer(postgis: Postgis): Promise<MapServer> {
  const home = await mkdtemp(join(tmpdir(), "emberline-bench-mapserver-"));
  const port = await freePort();
  const files = {
    "hotspots.map": mapFile(postgis.port, port),
    "mapserver.conf": mapServerConfig(home),
    "lighttpd.conf": lighttpdConfig(home, port),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(home, name), text);
  const lighttpd = spawn("lighttpd", ["-D", "-f", join(home, "lighttpd.conf")], {
    stdio: "ignore",
  });
  const itemsUrl = `http://127.0.0.1:${port}/cgi-bin/mapserv/hotspots/ogcapi/collections/hotspots/items`;
  await answers(`${itemsUrl}?f=json&limit=1`);
  return {
    itemsUrl,
    async close() {
      const exit = once(lighttpd, "exit");
      lighttpd.kill("SIGTERM");
      await exit;
      await rm(home, { recursive: true });
    },
  };
}

async function answers(url: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (let last = ""; ; ) {
    try {
      const response = await fetch(url);
      last = await response.text();
      if (response.status === 200) return;
    } catch (error) {
      last = String(error);
    }
    if (performance.now() > deadline) throw new Error(`MapServer does not answer: ${last}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const mapFile = (databasePort: number, port: number) => `MAP
  NAME "hotspots"
  EXTENT -180 -90 180 90
  UNITS DD
  PROJECTION "init=epsg:4326" END
  WEB METADATA
    "ows_enable_request" "*"
    "oga_onlineresource" "http://127.0.0.1:${port}/cgi-bin/mapserv/hotspots/ogcapi"
    "oga_html_template_directory" "/usr/share/mapserver/ogcapi/templates/html-plain/"
  END END
  LAYER
    NAME "hotspots"
    TYPE POINT
    STATUS ON
    CONNECTIONTYPE POSTGIS
    CONNECTION "host=127.0.0.1 port=${databasePort} user=postgres dbname=postgres"
    DATA "geom FROM hotspots USING UNIQUE id USING SRID=4326"
    PROCESSING "CLOSE_CONNECTION=DEFER"
    PROJECTION "init=epsg:4326" END
    TEMPLATE "none"
    METADATA
      "oga_title" "Hotspots"
      "oga_featureid" "id"
      "gml_featureid" "id"
      "gml_include_items" "all"
    END
  END
END
`;

const mapServerConfig = (home: string) => `CONFIG
  ENV
    MS_MAP_PATTERN "."
    OGCAPI_HTML_TEMPLATE_DIRECTORY "/usr/share/mapserver/ogcapi/templates/html-plain/"
  END
  MAPS
    hotspots "${home}/hotspots.map"
  END
END
`;

const lighttpdConfig = (home: string, port: number) => `server.modules = ("mod_fastcgi")
server.document-root = "${home}"
server.port = ${port}
server.bind = "127.0.0.1"
server.errorlog = "${home}/error.log"
fastcgi.server = ("/cgi-bin/mapserv" => ((
  "bin-path" => "/usr/lib/cgi-bin/mapserv",
  "socket" => "${home}/mapserv.socket",
  "check-local" => "disable",
  "max-procs" => 2,
  "bin-environment" => ("MAPSERVER_CONFIG_FILE" => "${home}/mapserver.conf")
)))
`;
