import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Feature } from "../../src/index.ts";

export interface MapServer {
  /** Root of its OGC API. */
  url: string;
  close(): Promise<void>;
}

/** MapServer's OGC API Features over the features, whose property `key` is their id, as FastCGI behind lighttpd. */
export async function startMapServer(features: Feature[], key: string): Promise<MapServer> {
  const home = await mkdtemp(join(tmpdir(), "emberline-mapserver-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/cgi-bin/mapserv/points/ogcapi`;
  const files = {
    "points.geojson": JSON.stringify({ type: "FeatureCollection", features }),
    "points.map": mapFile(home, url, key),
    "mapserver.conf": mapServerConfig(home),
    "lighttpd.conf": lighttpdConfig(home, port),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(home, name), text);
  const lighttpd = spawn("lighttpd", ["-D", "-f", join(home, "lighttpd.conf")], {
    stdio: "ignore",
  });
  await answers(`${url}/collections?f=json`);
  return {
    url,
    async close() {
      const exit = once(lighttpd, "exit");
      lighttpd.kill("SIGTERM");
      await exit;
      await rm(home, { recursive: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

async function answers(url: string): Promise<void> {
  for (let last = "", tries = 0; tries < 100; tries += 1) {
    try {
      const response = await fetch(url);
      last = await response.text();
      if (response.ok) return;
    } catch (error) {
      last = String(error);
    }
    if (tries === 99) throw new Error(`MapServer does not answer: ${last}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const templates = "/usr/share/mapserver/ogcapi/templates/html-plain/";

const mapFile = (home: string, url: string, key: string): string => `MAP
  NAME "points"
  EXTENT -180 -90 180 90
  UNITS DD
  PROJECTION "init=epsg:4326" END
  WEB METADATA
    "ows_enable_request" "*"
    "oga_onlineresource" "${url}"
    "oga_html_template_directory" "${templates}"
  END END
  LAYER
    NAME "points"
    TYPE POINT
    STATUS ON
    CONNECTIONTYPE OGR
    CONNECTION "${home}/points.geojson"
    DATA "points"
    PROJECTION "init=epsg:4326" END
    TEMPLATE "none"
    METADATA
      "oga_title" "Points"
      "oga_featureid" "${key}"
      "gml_featureid" "${key}"
      "gml_include_items" "all"
    END
  END
END
`;

const mapServerConfig = (home: string): string => `CONFIG
  ENV
    MS_MAP_PATTERN "."
    OGCAPI_HTML_TEMPLATE_DIRECTORY "${templates}"
  END
  MAPS
    points "${home}/points.map"
  END
END
`;

const lighttpdConfig = (home: string, port: number): string => `server.modules = ("mod_fastcgi")
server.document-root = "${home}"
server.port = ${port}
server.bind = "127.0.0.1"
server.errorlog = "${home}/error.log"
fastcgi.server = ("/cgi-bin/mapserv" => ((
  "bin-path" => "/usr/lib/cgi-bin/mapserv",
  "socket" => "${home}/mapserv.socket",
  "check-local" => "disable",
  "max-procs" => 1,
  "bin-environment" => ("MAPSERVER_CONFIG_FILE" => "${home}/mapserver.conf")
)))
`;
