/** The target of a redirect; null if its host may not see the request. */
export function redirectTarget(from: URL, location: string | null): URL | null {
  if (location === null || !URL.canParse(location, from)) return null;
  const to = new URL(location, from);
  const isUpgrade = from.protocol === "http:" && to.protocol === "https:";
  const isSame = to.origin === from.origin || (isUpgrade && to.hostname === from.hostname);
  return isSame && to.username + to.password === "" ? to : null;
}

const redirects = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number): boolean {
  return redirects.has(status);
}
