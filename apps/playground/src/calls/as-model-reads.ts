import type { Call } from "./call.ts";

/** What a model reads of a call that has ended; null while it runs. */
export function asModelReads({ outcome }: Call): string | null {
  switch (outcome.state) {
    case "running":
      return null;
    case "answered":
      return outcome.answer.text;
    case "failed": {
      const { code } = outcome.error.problem;
      return `${typeof code === "string" ? code : "failed"}: ${outcome.error.message}`;
    }
    case "cancelled":
      return "cancelled: The person cancelled this call.";
  }
}
