import type { Harness } from "../service-harness.ts";

/** One line of a standard or of the interface document, and how it is checked. */
export interface Requirement {
  /** The standard's number; lines of the interface document begin with `interface/`. */
  id: string;
  /** The clause of the standard, or the heading of the document. */
  clause: string;
  /** How the service fulfils it. */
  behaviour: string;
  /** True for operations that the interface document does not list: 404 with `documentedOnly`. */
  undocumented?: boolean;
  check(harness: Harness): Promise<void>;
}
