/** The part of `fetch` that the client uses, narrow enough to accept every runtime's type. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
