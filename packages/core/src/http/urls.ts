const secretParameter =
  /token|secret|passw|signature|credential|authorization|api[-_]?key|^(key|sig|auth|code)$/i;
const bearer = /(bearer\s+)[\w.~+/=-]+/gi;
const jwt = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const mask = "REDACTED";

/** Masks secrets in everything that leaves the client: messages, URLs, excerpts of answers. */
export interface Redactor {
  /** Remembers a secret, to mask it everywhere. */
  learn(secret: string): void;
  text(value: string): string;
  /** Removes user, password and fragment, and masks parameters whose names suggest a secret. */
  url(url: URL): string;
}

export function createRedactor(): Redactor {
  // Only the latest are kept: older tokens have expired.
  const known: string[] = [];
  const maxKnown = 16;

  function text(value: string): string {
    let result = value;
    for (const secret of known) result = result.replaceAll(secret, mask);
    return result.replace(jwt, mask).replace(bearer, `$1${mask}`);
  }

  return {
    learn(secret) {
      if (secret === "") return;
      for (const form of new Set([secret, encodeURIComponent(secret)])) {
        if (known.includes(form)) continue;
        known.push(form);
        if (known.length > maxKnown) known.splice(2, 1);
      }
    },
    text,
    url(url) {
      const shown = new URL(url);
      shown.username = "";
      shown.password = "";
      shown.hash = "";
      for (const name of new Set(shown.searchParams.keys())) {
        if (secretParameter.test(name)) shown.searchParams.set(name, mask);
      }
      return text(readable(shown));
    },
  };
}

/** The URL, or undefined if the text is not one. `URL.parse` needs a newer Node than 20. */
export function parseUrl(text: string, base?: URL): URL | undefined {
  return URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
}

/** The URL with plain `,`, `:` and `/` in its query, as RFC 3986 section 3.4 allows. */
export function readable(url: URL): string {
  return url.href.replace(/\?.*/, (query) =>
    query.replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%2F", "/"),
  );
}

/** Whether a URL has no user and password and lies at or under another of the same origin. */
export function isUnder(url: URL, root: URL): boolean {
  const folder = root.pathname.endsWith("/") ? root.pathname : `${root.pathname}/`;
  const sameOrigin = url.origin === root.origin && url.username === "" && url.password === "";
  return sameOrigin && `${url.pathname}/`.startsWith(folder);
}

/** Resolves a path, with or without a query, under another URL's path. */
export function resolveUnder(root: URL, path: string): URL {
  return new URL(path, root.href.endsWith("/") ? root : `${root.href}/`);
}
