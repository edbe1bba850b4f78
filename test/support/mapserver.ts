import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.ts";

const templates = "/usr/share/mapserver/ogcapi/templates/html-plain/";
const startTimeoutMs = 10_000;

export interface MapServer {
  /** Root of its OGC API. */
  url: string;
  close(): Promise<void>;
}

/** The one collection that it serves: points. */
export interface Layer {
  name: string;
  title: string;
  /** The property that is a feature's id. */
  key: string;
  /** Lines of the map file that say where the data is. */
  connection: string;
}

/** MapServer's OGC API Features over a layer, as FastCGI behind lighttpd. */
export async function startMapServer(layer: Layer): Promise<MapServer> {
  const home = await mkdtemp(join(tmpdir(), "emberline-mapserver-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/cgi-bin/mapserv/${layer.name}/ogcapi`;
  const files = {
    [`${layer.name}.map`]: mapFile(layer, url),
    "mapserver.conf": mapServerConfig(home, layer.name),
    "lighttpd.conf": lighttpdConfig(home, port),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(home, name), text);
  const lighttpd = spawn("lighttpd", ["-D", "-f", join(home, "lighttpd.conf")], {
    stdio: "ignore",
  });
  await answers(`${url}/collections/${layer.name}/items?f=json&limit=1`);
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

async function answers(url: string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  for (let last = ""; ; await sleep(100)) {
    try {
      const response = await fetch(url);
      last = await response.text();
      if (response.ok) return;
    } catch (error) {
      last = String(error);
    }
    if (performance.now() > deadline) throw new Error(`MapServer does not answer: ${last}`);
  }
}

const mapFile = ({ name, title, key, connection }: Layer, url: string): string => `MAP
  NAME "${name}"
  EXTENT -180 -90 180 90
  UNITS DD
  PROJECTION "init=epsg:4326" END
  WEB METADATA
    "ows_enable_request" "*"
    "oga_onlineresource" "${url}"
    "oga_html_template_directory" "${templates}"
  END END
  LAYER
    NAME "${name}"
    TYPE POINT
    STATUS ON
    ${connection}
    PROJECTION "init=epsg:4326" END
    TEMPLATE "none"
    METADATA
      "oga_title" "${title}"
      "oga_featureid" "${key}"
      "gml_featureid" "${key}"
      "gml_include_items" "all"
    END
  END
END
`;

const mapServerConfig = (home: string, name: string): string => `CONFIG
  ENV
    MS_MAP_PATTERN "."
    OGCAPI_HTML_TEMPLATE_DIRECTORY "${templates}"
  END
  MAPS
    ${name} "${home}/${name}.map"
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
  "max-procs" => 2,
  "kill-signal" => 9,
  "bin-environment" => ("MAPSERVER_CONFIG_FILE" => "${home}/mapserver.conf")
)))
`;
