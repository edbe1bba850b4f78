import { isObject, type JsonObject, textOf } from "@emberline/map-app/answer/json";

/** The element that says why the last call failed. */
export const callErrorId = "call-error";

/** An error with the problem details (RFC 9457) of the server. */
type Refusal = Error & { readonly problem: JsonObject };

interface CallErrorProps {
  readonly error: Refusal;
  /** Runs the call again with a candidate in place of what was wrong. */
  onCandidate(parameter: string, value: unknown): void;
}

/** A line whose columns matter: carets point at it from the line below. */
const excerpt = /^(.*\n *\^+ *)$/m;

/** Why the last call failed, with what may have been meant as buttons. */
export function CallError({ error, onCandidate }: CallErrorProps) {
  return (
    <div id={callErrorId} class="notice error run-error stack" tabIndex={-1}>
      {error.message
        .split(excerpt)
        .map((part, i) =>
          i % 2 === 1 ? <pre key={i}>{part}</pre> : part && <p key={i}>{part.trim()}</p>,
        )}
      <Candidates error={error} onCandidate={onCandidate} />
    </div>
  );
}

/** What may have been meant, as buttons; nothing if nothing is known. */
export function Candidates({ error, onCandidate }: CallErrorProps) {
  const { parameter, candidates } = faultOf(error);
  if (parameter === null || candidates.length === 0) return null;
  return (
    <fieldset class="bar" aria-label={`Meant for ${parameter}`}>
      {candidates.map(({ value, label }) => (
        <button
          key={label}
          type="button"
          title={label}
          onClick={() => onCandidate(parameter, value)}
        >
          {/* A name says enough where its label only adds to it. */}
          {label.startsWith(String(value)) ? String(value) : label}
        </button>
      ))}
    </fieldset>
  );
}

interface Candidate {
  readonly value: unknown;
  readonly label: string;
}

/** The parameter that the server's problem details name, and what it may mean. */
export function faultOf({ problem: { parameter, candidates } }: Refusal) {
  const isCandidate = (each: unknown): each is Candidate =>
    isObject(each) && "value" in each && typeof each.label === "string";
  return {
    parameter: textOf(parameter),
    candidates: Array.isArray(candidates) ? candidates.filter(isCandidate) : [],
  };
}
