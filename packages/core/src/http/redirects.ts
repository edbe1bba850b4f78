import type { Fetch } from "./fetch.ts";
import { isUnder, parseUrl, readable } from "./urls.ts";

const maxRedirects = 5;

/** A redirect that is not followed: it leaves the service, has no target, or loops. */
export class ForeignRedirect {
  readonly status: number;
  readonly target: URL | undefined;
  constructor(status: number, target: URL | undefined) {
    this.status = status;
    this.target = target;
  }
}

/**
 * Fetches, following redirects only under `root`; without it, none. The platform would send the
 * token to any target.
 */
export async function fetchUnder(
  root: URL | undefined,
  start: URL,
  init: RequestInit,
  fetch: Fetch,
): Promise<{ response: Response; url: URL } | ForeignRedirect> {
  let url = start;
  for (let hops = 0; ; hops += 1) {
    const response = await fetch(readable(url), { ...init, redirect: "manual" });
    const location = response.headers.get("location");
    // Browsers hide where a redirect leads.
    const hidden = response.type === "opaqueredirect";
    if (!hidden && (!isRedirect(response.status) || location === null)) return { response, url };
    await response.body?.cancel();
    const target = location === null ? undefined : parseUrl(location, url);
    if (!target || !root || !isUnder(target, root) || hops === maxRedirects) {
      return new ForeignRedirect(response.status, target);
    }
    url = target;
  }
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}
