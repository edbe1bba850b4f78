import { isIPv6 } from "node:net";
import type { Context } from "hono";

/** Records who sent the request: a key by its number, or an address. */
export function setCaller(c: Context, caller: string): void {
  c.set("caller", caller);
}

/** Who sent the request, for per-caller limits. */
export function callerOf(c: Context): string {
  return c.get("caller") ?? "unknown";
}

/** The client's IPv4 address or IPv6 /64 network, since one host owns a whole /64 (RFC 4291, 2.5.1). */
export function addressOf(c: Context): string {
  // Absent when the request did not come through a socket.
  const address: string | undefined = c.env?.incoming?.socket?.remoteAddress;
  if (address === undefined) return "unknown";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? networkOf(address) : address;
}

/** The first 64 bits of an IPv6 address, such as `2001:db8:0:1::/64`. */
function networkOf(address: string): string {
  const [head = "", tail] = address.split("%")[0]!.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const zeros = Array<string>(8 - before.length - after.length).fill("0");
  return `${[...before, ...(tail === undefined ? [] : zeros), ...after].slice(0, 4).join(":")}::/64`;
}
