import { type LookupAddress, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Blocks that are not of the public Internet (IANA's special-purpose registries). */
const privateBlocks = new BlockList();
for (const block of [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"],
  ...["172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16"],
  ...["198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3"],
])
  addTo(privateBlocks, block);
const publicBlocks = new BlockList();
addTo(publicBlocks, "2000::/3");
// Of these, what leads to other addresses or is for documents.
for (const block of ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"])
  addTo(privateBlocks, block);

/** IPv4 addresses written as IPv6 ones. */
const mapped = new BlockList();
addTo(mapped, "::ffff:0:0/96");

/** Private addresses that the operator allows. */
export class AllowedAddresses {
  readonly #allowed = new BlockList();

  /** @throws {Error} when one is no address or block */
  constructor(blocks: readonly string[] = []) {
    for (const block of blocks) addTo(this.#allowed, block);
  }

  /** Whether messages may go to a name or address by the protocol of a URL, as far as it tells. */
  mayBeAllowed({ protocol, hostname }: URL): boolean {
    const host = hostname.replace(/^\[(.*)\]$/, "$1");
    return isIP(host) === 0
      ? protocol === "https:" || this.#allowed.rules.length > 0
      : this.isAllowed(host, protocol);
  }

  /** Without encryption messages go only to addresses that the operator named. */
  isAllowed(address: string, protocol = "https:"): boolean {
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (this.#allowed.check(address, family)) return true;
    if (protocol !== "https:") return false;
    if (family === "ipv4") return !privateBlocks.check(address, family);
    // Of a mapped address the rules for IPv4 decide, which the list looks up by itself.
    const isPublic = mapped.check(address, family) || publicBlocks.check(address, family);
    return isPublic && !privateBlocks.check(address, family);
  }
}

function addTo(list: BlockList, block: string): void {
  const [address = "", bits] = block.split("/");
  const version = isIP(address);
  if (version === 0) throw new Error(`${block} is no address`);
  const most = version === 6 ? 128 : 32;
  const length = bits === undefined ? most : Number(bits);
  if (!Number.isInteger(length) || length < 0 || length > most)
    throw new Error(`${block} is no block`);
  list.addSubnet(address, length, version === 6 ? "ipv6" : "ipv4");
}

/** The receiver's address is not one that messages go to. */
export class RefusedAddress extends Error {}

/** Looks up names, and refuses addresses right before they are connected to. */
export function guardedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const refused = error ?? refusalOf(addresses, isAllowed);
      const [first] = addresses ?? [];
      if (refused || !first) return callback(refused ?? new RefusedAddress(), "");
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

function refusalOf(
  addresses: readonly LookupAddress[],
  isAllowed: (address: string) => boolean,
): Error | null {
  return addresses.every(({ address }) => isAllowed(address)) ? null : new RefusedAddress();
}
