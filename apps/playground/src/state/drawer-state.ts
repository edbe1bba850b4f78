import { type Signal, signal } from "@preact/signals";

const drawerTabs = ["rows", "chart", "json", "trace", "files"] as const;

export type DrawerTab = (typeof drawerTabs)[number];

/** What the drawer shows of the answer. */
export interface DrawerState {
  readonly isOpen: Signal<boolean>;
  readonly tab: Signal<DrawerTab>;
}

export function createDrawerState(): DrawerState {
  return { isOpen: signal(false), tab: signal("rows") };
}
