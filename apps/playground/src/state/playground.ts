import { createMapState } from "@emberline/map-app/content/map-state";
import { type ReadonlySignal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { createAsk } from "../chat/ask.ts";
import { parseRoute, type Route } from "../common/route.ts";
import { ApiError, createApi, type Tool } from "../server/api.ts";
import { CallHistory } from "../server/call-history.ts";
import { Calls } from "../server/calls.ts";
import { readStatus, type Status } from "../server/status.ts";
import { followAddress } from "./conversation-address.ts";
import { Desk } from "./desk.ts";
import { createTheme } from "./theme.ts";

export type DrawerTab = "rows" | "chart" | "json" | "trace" | "files";

/** What all parts of the page share. */
export type Playground = ReturnType<typeof createPlayground>;

interface PlaygroundOptions {
  readonly fetch: typeof fetch;
  /** Where the server is, without a slash at the end. */
  readonly origin: string;
}

export function createPlayground({ fetch, origin }: PlaygroundOptions) {
  /** The server's key in memory; null sends none. */
  const key = signal<string | null>(null);
  const api = createApi({ fetch, origin, key: () => key.value });
  const tools = signal<readonly Tool[]>([]);
  /** Why there are no tools; null if there are, or while they load. */
  const refusal = signal<ApiError | null>(null);
  /** What the server serves; null until it said so. */
  const status = signal<Status | null>(null);
  const calls = new Calls(api);
  const route = createRoute();
  const map = createMapState();
  const ask = createAsk(api, calls, fetch, status);
  followAddress({ conversation: ask.conversation, route, tools });
  return {
    ...{ api, key, tools, refusal, status, calls, route, map, ask },
    /** The forms of the tools, and the call that one made last. */
    desk: new Desk({ calls, route, tools, map }),
    /** The last calls of this device. */
    history: new CallHistory(calls),
    theme: createTheme(),
    /** Whether the map has the screen of a phone, where it is a thumbnail otherwise. */
    isMapOpen: signal(false),
    /** What the drawer shows of the answer. */
    drawer: { isOpen: signal(false), tab: signal<DrawerTab>("rows") },
    /** What the page's one live region says; screen readers speak each new text. */
    announce: signal(""),
    /** Reads the tools and the status again, for example with another key. */
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
