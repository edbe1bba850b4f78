import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.ts";

const startTimeoutMs = 60_000;

export interface QgisServer {
  /** Root of its OGC API. */
  url: string;
  close(): Promise<void>;
}

/** QGIS Server's OGC API Features over a GeoJSON file, as FastCGI behind lighttpd. */
export async function startQgisServer(name: string, file: string): Promise<QgisServer> {
  const home = await mkdtemp(join(tmpdir(), "emberline-qgis-"));
  const port = await freePort();
  await writeFile(join(home, "project.py"), projectScript);
  const environment = { ...process.env, QT_QPA_PLATFORM: "offscreen", HOME: home };
  // Not the first python3 of the path: only Debian's has QGIS.
  execFileSync("/usr/bin/python3", [join(home, "project.py"), name, file, home], {
    env: environment,
    stdio: "ignore",
  });
  await writeFile(join(home, "lighttpd.conf"), lighttpdConfig(home, port));
  const lighttpd = spawn("lighttpd", ["-D", "-f", join(home, "lighttpd.conf")], {
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}/qgis/wfs3`;
  const deadline = performance.now() + startTimeoutMs;
  for (let last = ""; ; await sleep(200)) {
    try {
      const response = await fetch(`${url}/collections/${name}/items?limit=1`, {
        headers: { accept: "application/geo+json" },
      });
      last = await response.text();
      if (response.ok) break;
    } catch (error) {
      last = String(error);
    }
    if (performance.now() > deadline) throw new Error(`QGIS Server does not answer: ${last}`);
  }
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

const projectScript = `import sys
from qgis.core import QgsApplication, QgsProject, QgsVectorLayer
application = QgsApplication([], False)
application.initQgis()
name, file, home = sys.argv[1:]
project = QgsProject.instance()
layer = QgsVectorLayer(file, name, "ogr")
assert layer.isValid()
project.addMapLayer(layer)
project.writeEntry("WFSLayers", "/", [layer.id()])
assert project.write(home + "/project.qgs")
`;

const lighttpdConfig = (home: string, port: number): string => `server.modules = ("mod_fastcgi")
server.document-root = "${home}"
server.port = ${port}
server.bind = "127.0.0.1"
server.errorlog = "${home}/error.log"
fastcgi.server = ("/qgis" => ((
  "bin-path" => "/usr/lib/cgi-bin/qgis_mapserv.fcgi",
  "socket" => "${home}/qgis.socket",
  "check-local" => "disable",
  "max-procs" => 1,
  "kill-signal" => 9,
  "bin-environment" => (
    "QGIS_PROJECT_FILE" => "${home}/project.qgs",
    "QT_QPA_PLATFORM" => "offscreen",
    "HOME" => "${home}"
  )
)))
`;
