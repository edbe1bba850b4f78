// A minimal node:http server of a document that never changes.
import { createServer } from "node:http";

const hello = JSON.stringify({ message: "fire" });
const etag = '"1"';

createServer((request, response) => {
  response.setHeader("etag", etag);
  if (request.headers["if-none-match"] === etag) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.setHeader("content-type", "application/json");
  response.end(hello);
}).listen(Number(process.env.PORT), "127.0.0.1");
