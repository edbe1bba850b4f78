// The map without WebGL, and the world that it starts with.

export { world } from "virtual:world";
export { LightMap } from "@emberline/map-app/canvas/light-map";
