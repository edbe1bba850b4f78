// A page for whoever opens the address too early: it says how far the start is, and reloads itself.
// A process of its own, since installing and compiling keep the other one busy. It is told its port
// and each step by messages, and ends when it is told to or loses its parent.
import { createServer } from "node:http";

const sentence = "Emberline is starting: try again in 5 s.";
const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Emberline is starting</title>
<style>
:root { color-scheme: light dark; font: 1.1rem / 1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 15vh auto; padding: 0 1.5rem; }
h1 { font-size: 1.5rem; }
ol { padding: 0; list-style: none; }
li::before { content: "✓ "; }
li:last-child::before { content: "… "; }
</style>
<h1>Emberline is starting</h1>
<ol id="steps" role="status"></ol>
<p>The first start installs and builds for one to three minutes; later ones take seconds. This page opens the playground by itself.</p>
<script>
async function look() {
  try {
    const response = await fetch("starting.json", { cache: "no-store" });
    if (response.headers.get("content-type") !== "application/json") return location.reload();
    if (!response.ok) return location.reload();
    const { steps } = await response.json();
    if (!steps) return location.reload();
    document.querySelector("#steps").replaceChildren(...steps.map((step) => {
      const item = document.createElement("li");
      item.textContent = step;
      return item;
    }));
  } catch {
    // Between this page and the server nobody listens for a moment.
  }
  setTimeout(look, 1000);
}
look();
</script>
`;

const steps = [];

const server = createServer((request, response) => {
  request.resume();
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  const send = (status, type, text, headers = {}) => {
    const ownHeaders = { "content-type": type, "cache-control": "no-store", ...headers };
    response.writeHead(status, { ...ownHeaders, connection: "close" }).end(text);
  };
  if (pathname === "/starting.json")
    return send(200, "application/json", JSON.stringify({ steps }));
  const wantsPage = request.method === "GET" && request.headers.accept?.includes("text/html");
  if (wantsPage) return send(503, "text/html; charset=utf-8", page, { "retry-after": "5" });
  const problem = { title: "Busy", status: 503, detail: sentence, code: "busy" };
  send(503, "application/problem+json", JSON.stringify(problem), { "retry-after": "5" });
});

process.on("message", ({ listen, step, end }) => {
  if (listen) {
    server.once("error", ({ code }) => process.send({ error: code }));
    server.listen(listen.port, listen.host, () => process.send({ listening: true }));
  }
  if (step) steps.push(step);
  if (end) server.close(() => process.exit());
});
process.on("disconnect", () => process.exit());
// Ctrl-C reaches all processes of a terminal: the parent says when to end.
process.on("SIGINT", () => {});
