export const hotspots = "svc:hotspots";
export const perimeters = "svc:satellite-perimeters";
export const staticSources = "svc:static-heat-sources";
