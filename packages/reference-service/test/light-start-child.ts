// Starts the service, over a folder if one is given, and prints the URLs of the loaded modules.
import { register } from "node:module";
import { MessageChannel } from "node:worker_threads";

const hooks = `
  let port;
  export const initialize = (data) => { port = data.port; };
  export const load = (url, context, next) => { port.postMessage(url); return next(url, context); };
`;
const { port1, port2 } = new MessageChannel();
const urls: string[] = [];
port1.on("message", (url: string) => urls.push(url));
port1.unref();
register(`data:text/javascript,${encodeURIComponent(hooks)}`, {
  data: { port: port2 },
  transferList: [port2],
});
const { createReferenceService } = await import("../src/index.ts");
const [, , data] = process.argv;
const service = await createReferenceService({
  clients: [],
  ...(data ? { data } : { synthetic: true }),
});
await service.close();
process.stdout.write(JSON.stringify(urls));
