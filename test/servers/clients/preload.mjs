// Preloaded into a program under test: connects it to the test as long as it lives, reports each
// data file that it begins to read, and lets it read on once the test has ended its side of the
// connection. Plain JavaScript, since threads of Node 20 cannot load TypeScript.
import { once } from "node:events";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { connect } from "node:net";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  const port = Number(new URL(import.meta.url).searchParams.get("port"));
  const socket = connect({ host: "127.0.0.1", port, allowHalfOpen: true });
  // The test knows of this process before the client does.
  await once(socket, "data");
  const released = new Promise((resolve) => socket.once("end", resolve));
  socket.resume().unref();
  const { stat } = promises;
  promises.stat = async (path, ...more) => {
    if (/\.(?:geojsonl|json)$/.test(path)) {
      socket.write(".");
      await released;
    }
    return stat(path, ...more);
  };
  syncBuiltinESMExports();
}
