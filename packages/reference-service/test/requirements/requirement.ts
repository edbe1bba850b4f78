import type { Harness } from "../service-harness.ts";

/** One line of a standard or of the interface document, and how it is checked. */
export interface Requirement {
  /** As the standard numbers it; lines of the interface document begin with `interface/`. */
  id: string;
  /** Where it stands: the clause of the standard, or the heading of the document. */
  clause: string;
  /** What the service does about it. */
  behaviour: string;
  /** True for operations that the interface document does not list: 404 with `documentedOnly`. */
  undocumented?: boolean;
  check(harness: Harness): Promise<void>;
}
