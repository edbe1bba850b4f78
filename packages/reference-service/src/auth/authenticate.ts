import type { Caller } from "./api-client.ts";
import type { Clients } from "./clients.ts";
import type { Throttle } from "./throttle.ts";

/**
 * The caller behind an API client's id and secret; undefined if either is wrong. Wrong secrets of
 * others never block a secret that was valid before.
 * @throws {Problem} when there were too many wrong ones (429), or too many secrets wait already
 *   (503)
 */
export async function authenticate(
  { clients, throttle }: { clients: Clients; throttle: Throttle },
  { id, secret, address }: { id: string; secret: string; address: string },
): Promise<Caller | undefined> {
  const known = clients.known(id, secret);
  if (known) return known;
  clients.assertRoom();
  return throttle.attempt({ who: `client ${id}`, address }, () => clients.check(id, secret));
}
