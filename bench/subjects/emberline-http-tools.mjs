// The tools over HTTP function calling; argument: how many.
import { createHttpTools } from "@emberline/http-tools";
import { listen } from "./listen.mjs";
import { surfaceOptions } from "./trivial-tool.mjs";

const app = createHttpTools(surfaceOptions(Number(process.argv[2])));
listen((request) => app.fetch(request));
