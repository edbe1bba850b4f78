import GeoJsonVt from "geojson-vt";
import vtPbf from "vt-pbf";

const extent = 4096;

/**
 * Vector tiles (Mapbox Vector Tile 2.1) by `z/x/y`, those with anything in them.
 *
 * @param layers `features` of a layer of the tiles, for zooms `from` to `to`; a feature with a
 *   property `z` is in tiles from that zoom on
 */
export function* tilesOf(layers, { maxZoom, tolerance, buffer }) {
  const options = { maxZoom, tolerance, buffer, extent, indexMaxZoom: 0 };
  const indexes = layers.map(({ features, ...layer }) => ({
    ...layer,
    index: new GeoJsonVt({ type: "FeatureCollection", features }, options),
  }));
  for (let z = 0; z <= maxZoom; z++) {
    const shown = indexes.filter(({ from, to }) => from <= z && z <= to);
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        const tile = Object.fromEntries(
          shown.flatMap(({ name, index }) => {
            const features = featuresAt(index.getTile(z, x, y), z === maxZoom ? 99 : z);
            return features.length > 0 ? [[name, { features }]] : [];
          }),
        );
        if (Object.keys(tile).length > 0)
          yield [`${z}/${x}/${y}`, Buffer.from(vtPbf.fromGeojsonVt(tile, { version: 2, extent }))];
      }
    }
  }
}

/** The finest tiles are scaled up, so they have what shows later too. */
function featuresAt(tile, z) {
  return tile?.features.filter(({ tags }) => (tags?.z ?? 0) <= z) ?? [];
}
