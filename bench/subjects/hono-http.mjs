// Hono as its documentation shows it: reads a JSON body and answers with JSON.
import { Hono } from "hono";
import { listen } from "./listen.mjs";

const app = new Hono();
app.post("/tools/:name", async (context) => {
  const { message } = await context.req.json();
  return context.json({ message });
});
listen((request) => app.fetch(request));
