import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type MapProgram, startFastCgi } from "@emberline/test-support/fast-cgi";

/** QGIS Server's OGC API Features over GeoJSON files, by the names of their collections. */
export function startQgisServer(files: Readonly<Record<string, string>>): Promise<MapProgram> {
  return startFastCgi(async (home) => {
    const script = join(home, "project.py");
    await writeFile(script, projectScript);
    const environment = { QT_QPA_PLATFORM: "offscreen", HOME: home };
    // Not the first python3 of the path: only Debian's has QGIS.
    execFileSync("/usr/bin/python3", [script, home, ...Object.entries(files).flat()], {
      env: { ...process.env, ...environment },
      stdio: "ignore",
    });
    return {
      name: "QGIS Server",
      program: "/usr/lib/cgi-bin/qgis_mapserv.fcgi",
      path: "/qgis",
      processes: 1,
      environment: { QGIS_PROJECT_FILE: `${home}/project.qgs`, ...environment },
      api: "/qgis/wfs3",
      probe: `/collections/${Object.keys(files)[0]}/items?limit=1`,
      startTimeoutMs: 60_000,
    };
  });
}

const projectScript = `import sys
from qgis.core import QgsApplication, QgsProject, QgsVectorLayer
application = QgsApplication([], False)
application.initQgis()
home, *layers = sys.argv[1:]
project = QgsProject.instance()
ids = []
for name, file in zip(layers[::2], layers[1::2]):
    layer = QgsVectorLayer(file, name, "ogr")
    assert layer.isValid()
    project.addMapLayer(layer)
    ids.append(layer.id())
project.writeEntry("WFSLayers", "/", ids)
assert project.write(home + "/project.qgs")
`;
