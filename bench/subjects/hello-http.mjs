// A minimal node:http server.
import { createServer } from "node:http";

const hello = JSON.stringify({ message: "fire" });

createServer((_request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(hello);
}).listen(Number(process.env.PORT), "127.0.0.1");
