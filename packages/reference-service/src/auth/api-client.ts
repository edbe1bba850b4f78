/** An API client that may exchange its id and secret for a token. */
export interface ApiClient {
  id: string;
  secret: string;
  /** The organization whose simulations it sees; clients without one share one. */
  organization?: string;
}

/** Who is calling. */
export interface Caller {
  clientId: string;
  organization: string;
}

export const defaultOrganization = "demo";
