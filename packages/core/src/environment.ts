/** Where the service is and who asks: what `createClient` needs. */
export interface ServiceSettings {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const names = ["EMBERLINE_BASE_URL", "EMBERLINE_CLIENT_ID", "EMBERLINE_CLIENT_SECRET"] as const;

/**
 * The service that the operator's environment names, or null when it names no
 * `EMBERLINE_BASE_URL`.
 *
 * @throws Error naming the variable that is missing or wrong; never with a value
 */
export function serviceFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): ServiceSettings | null {
  const [baseUrl, clientId, clientSecret] = names.map((name) => environment[name]?.trim() ?? "");
  if (!baseUrl) return null;
  const missing = names.filter((name) => !environment[name]?.trim());
  if (missing.length > 0) {
    throw new Error(
      `EMBERLINE_BASE_URL is set, but ${missing.join(" and ")} ${missing.length > 1 ? "are" : "is"} missing.`,
    );
  }
  if (!/^https?:\/\/[^/]/i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new Error("EMBERLINE_BASE_URL is no http or https URL, such as https://service.example.");
  }
  return { baseUrl, clientId: clientId!, clientSecret: clientSecret! };
}
