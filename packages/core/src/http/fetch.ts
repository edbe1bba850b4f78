/** What of `fetch` the client uses: narrower than any runtime's own type, so that each of them, and a function of one's own, fits. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
