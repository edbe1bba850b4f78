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
import type { Tool } from "../server/api.ts";
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
    const fresh = new Draft();
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
    this.draftOf(tool).replace(args);
    const past = isAsked ? undefined : this.#answered(tool, args);
    this.cancel();
    if (past) {
      this.#currentId.value = past.id;
      this.#calls.show(past.id);
      return;
    }
    // Whoever made the link may be a stranger: only a person has files written.
    if (!isAsked && !this.#isReadOnly(tool)) {
      this.#currentId.value = null;
      return;
    }
    void this.#calls.run(tool, args, { by: isAsked ? "person" : "link" });
    this.#currentId.value = this.#calls.all.peek().at(-1)!.id;
  }

  #isReadOnly(tool: string): boolean {
    const known = this.#tools.peek().find(({ name }) => name === tool);
    return known?.annotations?.readOnlyHint === true;
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

/** Text of a field that cannot be read. */
export interface Mistake {
  readonly text: string;
  /** One sentence: what was wrong, what would be right. */
  readonly sentence: string;
}

/** The arguments that a person is writing for one tool; the form and the JSON show the same. */
export class Draft {
  readonly #args = signal<JsonObject>({});
  readonly #mistakes = signal<Readonly<Record<string, Mistake>>>({});

  get args(): ReadonlySignal<JsonObject> {
    return this.#args;
  }

  /** What cannot be read, by parameter. */
  get mistakes(): ReadonlySignal<Readonly<Record<string, Mistake>>> {
    return this.#mistakes;
  }

  /** Sets arguments; undefined removes one. */
  set(changes: JsonObject): void {
    const merged = { ...this.#args.value, ...changes };
    this.#args.value = Object.fromEntries(
      Object.entries(merged).filter(([, value]) => value !== undefined),
    );
    this.#mistakes.value = without(this.#mistakes.value, Object.keys(changes));
  }

  /** Notes that the text of a field cannot be read; it has no argument until it can. */
  refuse(name: string, mistake: Mistake): void {
    this.set({ [name]: undefined });
    this.#mistakes.value = { ...this.#mistakes.value, [name]: mistake };
  }

  replace(args: JsonObject): void {
    this.#args.value = args;
    this.#mistakes.value = {};
  }
}

function without<Value>(
  record: Readonly<Record<string, Value>>,
  names: readonly string[],
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
