import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Api } from "../server/api.ts";
import type { Calls } from "../server/calls.ts";
import type { Status } from "../server/status.ts";
import { type ChosenModel, remembered } from "./chosen-model.ts";
import { Conversation } from "./conversation.ts";
import { createStart, type Start } from "./examples.ts";

/** What the Ask tab keeps while other tabs are open. */
export interface Ask {
  /** The model that answers; null if none was chosen. */
  readonly model: Signal<ChosenModel | null>;
  /** Whether the dialog that chooses it is open. */
  readonly isChoosing: Signal<boolean>;
  readonly conversation: Conversation;
  readonly start: Start;
  /** What the person is writing. */
  readonly draft: Signal<string>;
}

export function createAsk(
  api: Api,
  calls: Calls,
  fetch: typeof globalThis.fetch,
  status: ReadonlySignal<Status | null>,
): Ask {
  const model = signal(remembered());
  return {
    model,
    isChoosing: signal(false),
    conversation: new Conversation({ api, calls, fetch, model, status }),
    start: createStart(api, status),
    draft: signal(""),
  };
}
