declare module "*.css";

declare module "virtual:world" {
  /** A TopoJSON of land and countries: base64 of its deflated text (RFC 1951). */
  export const world: string;
}
