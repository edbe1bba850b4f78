import type { Call } from "../calls/call.ts";
import { isObject } from "../json.ts";
import { type Answer, toolPath } from "../server/api.ts";
import { sortNotices } from "./notices.ts";
import { selectionWords } from "./selection-words.ts";
import { ServiceRequest } from "./service-request.tsx";
import { factsOf } from "./tables.ts";

/** The selection as resolved, the request, and what was said to the model only. */
export function HowFound({ call, answer }: { call: Call; answer: Answer }) {
  const { value } = answer;
  const { advice } = sortNotices(value);
  const words = selectionWords(value);
  const facts = factsOf(value).filter(([name]) => !name.startsWith("selection.request"));
  const { selection } = value;
  const request = isObject(selection) ? selection.request : undefined;
  return (
    <details class="how-found">
      <summary>How it was found</summary>
      {words.length > 0 && (
        <>
          <p class="how-part">What was selected</p>
          <ul>
            {words.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </>
      )}
      <p class="how-part">Request</p>
      <p class="mono">
        POST {toolPath(call.tool)} {JSON.stringify(call.args)}
      </p>
      <ServiceRequest
        key={call.id}
        call={call}
        known={typeof request === "string" ? request : null}
      />
      {facts.length > 0 && (
        <>
          <p class="how-part">Facts</p>
          <dl class="facts">
            {facts.map(([name, fact]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{fact}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {advice.length > 0 && (
        <>
          <p class="how-part">Said to the model only</p>
          <ul>
            {advice.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
