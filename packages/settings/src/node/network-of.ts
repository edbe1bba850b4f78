import { isIPv6 } from "node:net";

/**
 * The key by which limits count an address: an IPv4 address itself, or the first 64 bits of an IPv6
 * address, since a household or machine owns all addresses behind them (RFC 6177).
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain);
  if (mapped) return mapped[1]!;
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("::");
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  const first = [...before, ...zeros, ...after].slice(0, 4);
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/** A trailing IPv4 part stands for two groups, which are zero or outside the first 64 bits. */
function groupsOf(text: string): string[] {
  const groups = text.split(":").filter((group) => group !== "");
  return groups.flatMap((group) => (group.includes(".") ? ["0", "0"] : [group]));
}
