/** An API client that may exchange its id and secret for a token. */
export interface ApiClient {
  id: string;
  secret: string;
  /** Whose simulations it sees; clients that name none share one organization. */
  organization?: string;
}

/** Who is calling. */
export interface Caller {
  clientId: string;
  organization: string;
}

export const defaultOrganization = "demo";
