import type { Answer } from "../api.ts";
import type { Call } from "./curl.ts";

/** The outcome of a call. `call` is null if the form could not be sent. */
export type Outcome =
  | { readonly state: "running"; readonly call: Call }
  | { readonly state: "failed"; readonly call: Call | null; readonly sentence: string }
  | { readonly state: "answered"; readonly call: Call; readonly answer: Answer };
