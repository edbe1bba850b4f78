import type { ApiError } from "../../server/api-error.ts";
import { callErrorId } from "../form/form-props.ts";
import { type Candidate, faultOf, partsOf } from "./fault.ts";

interface CallErrorProps {
  readonly error: ApiError;
  /** Runs the call again with a candidate in place of what was wrong. */
  onCandidate(parameter: string, value: unknown): void;
}

/** A name says enough where its label only adds to it. */
function nameOf({ value, label }: Candidate): string {
  return typeof value === "string" && label.startsWith(value) ? value : label;
}

/** Why the last call failed, with what may have been meant as buttons. */
export function CallError({ error, onCandidate }: CallErrorProps) {
  const { parameter, candidates } = faultOf(error);
  return (
    <div id={callErrorId} class="notice error run-error" tabIndex={-1}>
      {partsOf(error.message).map(({ isExcerpt, text }, i) =>
        isExcerpt ? (
          <pre key={i}>{text}</pre>
        ) : (
          <p key={i} class="run-error-part">
            {text}
          </p>
        ),
      )}
      {parameter !== null && candidates.length > 0 && (
        <fieldset class="bar" aria-label={`Meant for ${parameter}`}>
          {candidates.map(({ value, label }) => (
            <button
              key={label}
              type="button"
              title={label}
              onClick={() => onCandidate(parameter, value)}
            >
              {nameOf({ value, label })}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
