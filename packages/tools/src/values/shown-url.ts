/** Reserved names never resolve (RFC 2606, 2); an embedded service has one. */
const unreachable = /https?:\/\/[a-z0-9.-]+\.invalid(?::\d+)?(?=\/)/gi;

/** A text with its URLs of hosts that nobody can reach cut to their paths. */
export function withoutUnreachableHosts(text: string): string {
  return text.replace(unreachable, "");
}
