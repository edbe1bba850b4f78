export type LayerName = "hotspots" | "perimeters" | "staticSources";

/** The collection of each layer that the operator chose, by its whole id. */
export type LayerSettings = Readonly<Partial<Record<LayerName, string>>>;
