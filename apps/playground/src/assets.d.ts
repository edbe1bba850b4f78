/// <reference types="vite/client" />

/** The coarse world, as `@emberline/map-app/world` packs it. */
declare module "virtual:world" {
  export const world: string;
}
