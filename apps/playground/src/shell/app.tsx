import { headlineOf } from "@emberline/map-app/answer/headline";
import { useLoaded } from "@emberline/map-app/ui/hooks";
import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { AskPane } from "../ask/ask-pane.tsx";
import { KeyForm } from "../common/key-form.tsx";
import { goTo } from "../common/route.ts";
import { ConnectPane } from "../connect/connect-pane.tsx";
import { Drawer } from "../drawer/drawer.tsx";
import { MapMessage } from "../map/map-message.tsx";
import type { ApiError } from "../server/api.ts";
import type { Call } from "../server/calls.ts";
import { usePlayground } from "../state/playground.ts";
import { ToolsPane } from "../tools/tools-pane.tsx";
import { Header } from "./header.tsx";
import { Regions } from "./regions.tsx";

/** The whole page: header, left pane, map and drawer. */
export function App() {
  useSearchKeys();
  return (
    <>
      <button type="button" class="skip" onClick={skip}>
        Skip to the content
      </button>
      <Header />
      <Regions pane={<Pane />} map={<LateMap />} drawer={<Drawer />} />
      <LiveRegion />
    </>
  );
}

/** By script: a link's fragment would replace the page's route. */
function skip(): void {
  document.getElementById("pane")?.focus();
}

function Pane() {
  const { route, refusal } = usePlayground();
  if (refusal.value) return <Refusal error={refusal.value} />;
  switch (route.value.tab) {
    case "ask":
      return <AskPane />;
    case "tools":
      return <ToolsPane />;
    case "connect":
      return <ConnectPane />;
    default:
      return <p role="alert">This link names no part of the page: choose one above.</p>;
  }
}

/** The map, which is larger than the page: it comes after what a person can click first. */
function LateMap() {
  const { ask, calls, refusal, route } = usePlayground();
  const wasWanted = useRef(false);
  wasWanted.current ||=
    route.value.tab !== "ask" ||
    calls.all.value.length > 0 ||
    refusal.value !== null ||
    !isWaiting(ask.start.examples.value);
  const part = useLoaded(wasWanted.current ? () => import("../map/map-pane.tsx") : null);
  if (part) return <part.MapPane />;
  return (
    <section class="map-pane" aria-label="Map">
      <MapMessage hasFailed={part === null} />
    </section>
  );
}

function isWaiting(examples: readonly unknown[]): boolean {
  return examples.length > 0 && examples.every((each) => each === null);
}

/** Why the server offers no tools, with what a person can do: give a key, or try again. */
function Refusal({ error }: { readonly error: ApiError }) {
  const playground = usePlayground();
  if (error.status === 401) {
    return (
      <KeyForm
        sentence={error.message}
        onKey={(key) => {
          playground.key.value = key;
          void playground.reload();
        }}
      />
    );
  }
  return (
    <>
      <p role="alert" class="notice error">
        {error.message}
      </p>
      <button type="button" onClick={() => playground.reload()}>
        Try again
      </button>
    </>
  );
}

/** The one live region of the page; it stays, since browsers do not speak a region that appears. */
function LiveRegion() {
  const { announce, calls } = usePlayground();
  const said = useRef<Call | null>(null);
  useSignalEffect(() => {
    // A model's calls are steps of an answer that the conversation announces.
    const last = calls.all.value.findLast(({ by }) => by !== "model") ?? null;
    if (last === null || last === said.current) return;
    said.current = last;
    announce.value = sentenceOf(last);
  });
  return (
    <p role="status" class="visually-hidden">
      {announce.value}
    </p>
  );
}

function sentenceOf({ tool, args, outcome }: Call): string {
  switch (outcome.state) {
    case "answered":
      return headlineOf(tool, args, outcome.answer.value);
    case "failed":
      return outcome.error.message;
    case "cancelled":
      return "Cancelled.";
    default:
      return "Running …";
  }
}

/** Ctrl K or ⌘ K lead to the search of the tools from everywhere. */
function useSearchKeys(): void {
  const { desk } = usePlayground();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey) return;
      event.preventDefault();
      goTo({ tab: "tools", tool: null, args: null, view: null });
      desk.searchWanted.value = true;
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [desk]);
}
