import { useCallback, useMemo } from "preact/hooks";
import type { JsonObject } from "../answer/json.ts";
import { readAnswer } from "../answer/read-answer.ts";
import type { CallState, Host } from "../host/host.ts";
import { AnswerView } from "./answer-view.tsx";
import { useHost } from "./question.ts";

/** What the page shows, by how far the call got. */
export function Page({ host, world }: { host: Host; world: string }) {
  const { call, can, isClosed } = useHost(host);
  const shown = useMemo(
    () => (call.phase === "answered" ? readAnswer(call.answer, call.args) : null),
    [call],
  );
  const callTool = useCallback(
    (name: string, args: JsonObject, signal: AbortSignal) => host.call(name, args, signal),
    [host],
  );
  const answer = call.phase === "answered" ? call.answer : {};
  if (!shown) return <Waiting call={call} />;
  return (
    <AnswerView
      key={JSON.stringify(shown.arguments)}
      {...{ shown, answer }}
      host={host}
      world={world}
      call={can.callTools && !isClosed ? callTool : null}
    />
  );
}

/** A sentence in place of the map. */
function Waiting({ call }: { call: CallState }) {
  switch (call.phase) {
    case "failed":
      return <Message role="alert" title="There is no map" text={call.message} />;
    case "cancelled":
      return (
        <Message
          role="status"
          title="The call was cancelled"
          text={call.reason ?? "Ask again for a map."}
        />
      );
    case "answered":
      return (
        <Message role="alert" title="There is no map" text="This answer has no area to show." />
      );
    case "running":
      return <Message role="status" title="Reading the fire data…" text={wordsOf(call.args)} />;
    case "waiting":
      return <Message role="status" title="Waiting for the conversation…" text="" />;
  }
}

function Message({ role, title, text }: { role: "alert" | "status"; title: string; text: string }) {
  return (
    <main>
      <div class="message" role={role}>
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </div>
    </main>
  );
}

/** The place and time of arguments that may still be incomplete. */
function wordsOf({ near, within, fire, time }: JsonObject): string {
  const words = [near, within, fire, time].filter((each) => typeof each === "string");
  return words.join(" · ").slice(0, 200);
}
