import { isSame } from "@emberline/map-app/answer/json";
import { effect, type ReadonlySignal, untracked } from "@preact/signals";
import type { Conversation } from "../chat/conversation.ts";
import { printRoute, type Route } from "../common/route.ts";
import { isReadOnly, type Tool } from "../server/api.ts";

interface Parts {
  readonly conversation: Conversation;
  readonly route: ReadonlySignal<Route>;
  readonly tools: ReadonlySignal<readonly Tool[]>;
}

/** Keeps the conversation in the address, and shows the conversation that an address has. */
export function followAddress({ conversation, route, tools }: Parts): void {
  /** The fragment that the conversation wrote or was read from. */
  let written = "";
  let count = 0;
  let isOnAsk = false;

  const write = () => {
    const { said } = conversation;
    if (route.peek().tab !== "ask" || said.length === 0 || conversation.isRestoring) return;
    const { hash: fragment } = new URL(printRoute({ tab: "ask", said, view: null }), location.href);
    const isNew = said.length > count;
    count = said.length;
    if (fragment === written) return;
    written = fragment;
    // A question is a step that Back undoes; its calls are not.
    if (isNew) location.hash = fragment;
    else history.replaceState(history.state, "", fragment);
  };

  const read = (to: Route) => {
    const wasOnAsk = isOnAsk;
    isOnAsk = to.tab === "ask";
    if (to.tab !== "ask" || location.hash === written) return;
    const said = to.said ?? [];
    if (said.length === 0) {
      // Back to before the first question; from another tab the conversation is as it was left.
      if (wasOnAsk) conversation.clear();
      else write();
    } else if (!isSame(said, conversation.said)) {
      written = location.hash;
      count = said.length;
      void conversation.restore(said, (tool) => isReadOnly(tools.peek(), tool));
    }
  };

  effect(() => {
    const to = route.value;
    if (tools.value.length > 0) untracked(() => read(to));
  });
  effect(() => {
    if (conversation.said.length > 0) untracked(write);
    else if (!conversation.isRestoring) count = 0;
  });
}
