import { connect, type Socket } from "node:net";

/** How the driver names the servers of its URL. */
interface Servers {
  readonly host: readonly string[];
  readonly port: readonly number[];
  /** Of a socket in the file system, which needs none of this. */
  readonly path: string | false;
}

/**
 * Opens connections that send at once. The driver's own wait with the end of a COPY until its
 * features are acknowledged, which a server puts off for 40 ms.
 */
export function promptSockets(): (servers: Servers) => Socket {
  let opened = 0;
  return ({ host: hosts, port: ports, path }) => {
    if (path) return connect(path);
    const [host, port] = [hosts[opened % hosts.length]!, ports[opened % hosts.length]!];
    opened++;
    // TLS takes the name of the server from the socket, as the driver's own have it.
    return Object.assign(connect({ host, port, noDelay: true }), { host, port });
  };
}
