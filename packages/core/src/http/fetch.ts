/** What the client uses of `fetch`: narrower than any runtime's type, so that each of them fits. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
