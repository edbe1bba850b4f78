// JSON-RPC over HTTP with nothing but Node.
import { createServer } from "node:http";
import { answer } from "./raw-answer.mjs";

createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    response.setHeader("content-type", "application/json");
    response.end(body && answer(body));
  });
}).listen(Number(process.env.PORT), "127.0.0.1");
