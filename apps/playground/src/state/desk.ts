import { isSame, type JsonObject } from "@emberline/map-app/answer/json";
import type { MapState } from "@emberline/map-app/content/map-state";
import {
  computed,
  effect,
  type ReadonlySignal,
  type Signal,
  signal,
  untracked,
} from "@preact/signals";
import { goTo, type Route } from "../common/route.ts";
import { isReadOnly, type Tool } from "../server/api.ts";
import type { Call, Calls } from "../server/calls.ts";

interface DeskParts {
  readonly calls: Calls;
  readonly route: ReadonlySignal<Route>;
  readonly tools: ReadonlySignal<readonly Tool[]>;
  readonly map: MapState;
}

/** What a person writes for each tool, and the call that was made of it last. */
export class Desk {
  readonly #calls: Calls;
  readonly #tools: DeskParts["tools"];
  readonly #map: MapState;
  readonly #drafts = new Map<string, Draft>();
  readonly #currentId = signal<number | null>(null);
  /** The route whose call was made or shown. */
  #done: Route | null = null;
  #isAsked = false;

  /** The call of the form that is open, running or ended. */
  readonly current: ReadonlySignal<Call | null>;
  /** The search is to have the focus; the list clears it. */
  readonly searchWanted: Signal<boolean> = signal(false);

  constructor({ calls, route, tools, map }: DeskParts) {
    this.#calls = calls;
    this.#tools = tools;
    this.#map = map;
    this.current = computed(
      () => calls.all.value.find(({ id }) => id === this.#currentId.value) ?? null,
    );
    effect(() => {
      const to = route.value;
      const isKnown = to.tab === "tools" && tools.value.some(({ name }) => name === to.tool);
      if (isKnown && to !== this.#done) untracked(() => this.#follow(to));
    });
  }

  draftOf(tool: string): Draft {
    const known = this.#drafts.get(tool);
    if (known) return known;
    const fresh: Draft = signal({});
    this.#drafts.set(tool, fresh);
    return fresh;
  }

  /** Runs a call by going to its link, so that Back, Forward and a reload lead to it. */
  run(tool: string, args: JsonObject): void {
    this.#isAsked = true;
    const route: Route = { tab: "tools", tool, args, view: null };
    if (!goTo(route)) this.#follow(route);
  }

  /** Ends the call that runs. */
  cancel(): void {
    const call = this.current.peek();
    if (call?.outcome.state === "running") this.#calls.cancel(call.id);
  }

  #follow(route: Route): void {
    this.#done = route;
    const isAsked = this.#isAsked;
    this.#isAsked = false;
    if (route.view) this.#map.goTo.value = route.view;
    if (route.tab !== "tools" || route.tool === null) return;
    if (route.args === null) {
      this.#currentId.value = null;
      return;
    }
    const { tool, args } = route;
    this.draftOf(tool).value = args;
    const past = isAsked ? undefined : this.#answered(tool, args);
    this.cancel();
    if (past) {
      this.#currentId.value = past.id;
      this.#calls.show(past.id);
      return;
    }
    if (!isAsked && !isReadOnly(this.#tools.peek(), tool)) {
      this.#currentId.value = null;
      return;
    }
    void this.#calls.run(tool, args, { by: isAsked ? "person" : "link" });
    this.#currentId.value = this.#calls.all.peek().at(-1)!.id;
  }

  /** The newest answer to the same call, for Back and Forward. */
  #answered(tool: string, args: JsonObject): Call | undefined {
    return this.#calls.all
      .peek()
      .findLast(
        (call) =>
          call.tool === tool && call.outcome.state === "answered" && isSame(call.args, args),
      );
  }
}

/** The arguments that a person is writing for one tool; the form and the JSON show the same. */
export type Draft = Signal<JsonObject>;

/** Sets arguments of a draft; undefined removes one. */
export function changeDraft(draft: Draft, changes: JsonObject): void {
  const merged = Object.entries({ ...draft.value, ...changes });
  draft.value = Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}
