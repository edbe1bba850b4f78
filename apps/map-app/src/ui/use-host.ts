import { useEffect, useState } from "preact/hooks";
import type { Host } from "../host/host.ts";
import type { HostState } from "../host/host-state.ts";

export function useHost(host: Host): HostState {
  const [state, setState] = useState(host.state);
  useEffect(() => {
    setState(host.state);
    return host.subscribe(() => setState(host.state));
  }, [host]);
  return state;
}
