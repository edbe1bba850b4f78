import { Cql2Error } from "../error.ts";

/** Throws for a value that CQL2 JSON does not allow at `path`. */
export function failAt(path: string, message: string): never {
  throw new Cql2Error("syntax", path === "" ? message : `${message} (at ${path})`, { path });
}

/** The path of a member of the value at `path`. */
export function member(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
