import type { Feature } from "../values/crs.ts";

/** A synthetic place that is hot without a wildfire. */
export interface StaticSource {
  name: string;
  category: "power_plant" | "steel_plant" | "offshore_platform" | "gas_flare" | "volcano";
  country: string;
  longitude: number;
  latitude: number;
}

export const staticSources: StaticSource[] = [
  {
    name: "Harrowgate Works",
    category: "steel_plant",
    country: "USA",
    longitude: -121.21,
    latitude: 40.36,
  },
  {
    name: "Pellwater Power Station",
    category: "power_plant",
    country: "CAN",
    longitude: -122.04,
    latitude: 52.11,
  },
  {
    name: "Aldeira Steelworks",
    category: "steel_plant",
    country: "PRT",
    longitude: -8.33,
    latitude: 40.29,
  },
  {
    name: "Mount Ashkeld",
    category: "volcano",
    country: "ISL",
    longitude: -18.76,
    latitude: 64.42,
  },
  {
    name: "Thornbank Alpha",
    category: "offshore_platform",
    country: "GBR",
    longitude: 1.62,
    latitude: 58.44,
  },
  { name: "Bodelle Flare", category: "gas_flare", country: "NGA", longitude: 6.14, latitude: 5.02 },
  {
    name: "Coalbrook Power Station",
    category: "power_plant",
    country: "AUS",
    longitude: 150.41,
    latitude: -33.02,
  },
  {
    name: "Kirravale Smelter",
    category: "steel_plant",
    country: "AUS",
    longitude: 149.61,
    latitude: -33.71,
  },
  {
    name: "Usina Tabajara Nova",
    category: "power_plant",
    country: "BRA",
    longitude: -55.87,
    latitude: -11.52,
  },
  {
    name: "Severny Flare",
    category: "gas_flare",
    country: "RUS",
    longitude: 118.02,
    latitude: 61.05,
  },
];

/**
 * A source as a feature.
 *
 * @param observations number of its detections in the sample
 */
export function staticSourceFeature(
  source: StaticSource,
  index: number,
  observations: number,
): Feature {
  const { longitude, latitude, name, category, country } = source;
  return {
    type: "Feature",
    id: `syn-source-${String(index + 1).padStart(2, "0")}`,
    geometry: { type: "Point", coordinates: [longitude, latitude] },
    properties: {
      name: `${name} (synthetic)`,
      category,
      country,
      firms_observations: observations,
      source: "synthetic sample",
      synthetic: true,
    },
  };
}
