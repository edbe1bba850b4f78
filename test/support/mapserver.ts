import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type MapProgram, startFastCgi } from "./fast-cgi.ts";

const templates = "/usr/share/mapserver/ogcapi/templates/html-plain/";

/** A collection that it serves. */
export interface Layer {
  name: string;
  title: string;
  /** What its geometries are; default: points. */
  type?: "POINT" | "POLYGON";
  /** The property that is a feature's id. */
  key: string;
  /** Lines of the map file that say where the data is. */
  connection: string;
}

/** MapServer's OGC API Features over layers, of which the first names the map. */
export function startMapServer(...layers: [Layer, ...Layer[]]): Promise<MapProgram> {
  const [{ name }] = layers;
  return startFastCgi(async (home, origin) => {
    const api = `/cgi-bin/mapserv/${name}/ogcapi`;
    await writeFile(join(home, `${name}.map`), mapFile(layers, origin + api));
    await writeFile(join(home, "mapserver.conf"), mapServerConfig(home, name));
    return {
      name: "MapServer",
      program: "/usr/lib/cgi-bin/mapserv",
      path: "/cgi-bin/mapserv",
      processes: 2,
      environment: { MAPSERVER_CONFIG_FILE: `${home}/mapserver.conf` },
      api,
      probe: `/collections/${name}/items?f=json&limit=1`,
      startTimeoutMs: 30_000,
    };
  });
}

const mapFile = (layers: readonly Layer[], url: string): string => `MAP
  NAME "${layers[0]!.name}"
  EXTENT -180 -90 180 90
  UNITS DD
  PROJECTION "init=epsg:4326" END
  WEB METADATA
    "ows_enable_request" "*"
    "oga_onlineresource" "${url}"
    "oga_html_template_directory" "${templates}"
  END END
${layers.map(layerLines).join("")}END
`;

const layerLines = ({ name, title, type = "POINT", key, connection }: Layer): string => `  LAYER
    NAME "${name}"
    TYPE ${type}
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
