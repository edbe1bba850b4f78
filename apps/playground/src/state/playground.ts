import { createMapState, type MapState } from "@emberline/map-app/content/map-state";
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { type Ask, createAsk } from "../chat/ask.ts";
import { parseRoute, type Route } from "../common/route.ts";
import { type Api, ApiError, createApi, type Tool } from "../server/api.ts";
import { CallHistory } from "../server/call-history.ts";
import { Calls } from "../server/calls.ts";
import { KnownData } from "../server/known-data.ts";
import { readStatus, type Status } from "../server/status.ts";
import { followAddress } from "./conversation-address.ts";
import { Desk } from "./desk.ts";
import { createTheme, type ThemeChoice } from "./theme.ts";

export type DrawerTab = "rows" | "chart" | "json" | "trace" | "files";

/** What the drawer shows of the answer. */
interface DrawerState {
  readonly isOpen: Signal<boolean>;
  readonly tab: Signal<DrawerTab>;
}

/** What all parts of the page share. */
export interface Playground {
  readonly api: Api;
  /** The server's key in memory; null sends none. */
  readonly key: Signal<string | null>;
  readonly tools: ReadonlySignal<readonly Tool[]>;
  /** Why there are no tools; null if there are, or while they load. */
  readonly refusal: ReadonlySignal<ApiError | null>;
  /** What the server serves; null until it said so. */
  readonly status: ReadonlySignal<Status | null>;
  readonly calls: Calls;
  readonly ask: Ask;
  /** What is known of the server's data. */
  readonly data: KnownData;
  readonly route: ReadonlySignal<Route>;
  /** The forms of the tools, and the call that one made last. */
  readonly desk: Desk;
  /** The last calls of this device. */
  readonly history: CallHistory;
  readonly theme: Signal<ThemeChoice>;
  readonly map: MapState;
  /** Whether the map has the screen of a phone, where it is a thumbnail otherwise. */
  readonly isMapOpen: Signal<boolean>;
  readonly drawer: DrawerState;
  /** What the page's one live region says; screen readers speak each new text. */
  readonly announce: Signal<string>;
  /** Reads the tools and the status again, for example with another key. */
  reload(): Promise<void>;
}

interface PlaygroundOptions {
  readonly fetch: typeof fetch;
  /** Where the server is, without a slash at the end. */
  readonly origin: string;
}

export function createPlayground({ fetch, origin }: PlaygroundOptions): Playground {
  const key = signal<string | null>(null);
  const api = createApi({ fetch, origin, key: () => key.value });
  const tools = signal<readonly Tool[]>([]);
  const refusal = signal<ApiError | null>(null);
  const calls = new Calls(api);
  const route = createRoute();
  const map = createMapState();
  const status = signal<Status | null>(null);
  const ask = createAsk(api, calls, fetch, status);
  followAddress({ conversation: ask.conversation, route, tools });
  return {
    api,
    key,
    tools,
    refusal,
    calls,
    ask,
    data: new KnownData(api),
    route,
    desk: new Desk({ calls, route, tools, map }),
    history: new CallHistory(calls),
    status,
    theme: createTheme(),
    map,
    isMapOpen: signal(false),
    drawer: { isOpen: signal(false), tab: signal("rows") },
    announce: signal(""),
    async reload() {
      refusal.value = null;
      try {
        [tools.value, status.value] = await Promise.all([api.listTools(), readStatus(api)]);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refusal.value = error;
      }
    },
  };
}

const PlaygroundContext = createContext<Playground | null>(null);

export const PlaygroundProvider = PlaygroundContext.Provider;

/** What the page shares; for components below `PlaygroundProvider`. */
export function usePlayground(): Playground {
  return useContext(PlaygroundContext)!;
}

/** The route of the page's address. */
function createRoute(): ReadonlySignal<Route> {
  const route = signal(parseRoute(location.hash));
  addEventListener("hashchange", () => {
    route.value = parseRoute(location.hash);
  });
  return route;
}
