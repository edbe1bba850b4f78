import { isIPv6 } from "node:net";

/**
 * What limits count an address as: an IPv4 address by itself, an IPv6 address by the first 64 bits,
 * of which one household or machine has all that follow (RFC 6177).
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

/** An IPv4 part at the end stands for two groups, both behind the first 64 bits or zero. */
function groupsOf(text: string): string[] {
  const groups = text.split(":").filter((group) => group !== "");
  return groups.flatMap((group) => (group.includes(".") ? ["0", "0"] : [group]));
}
