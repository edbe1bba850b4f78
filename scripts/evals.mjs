// npm run evals [-- QUESTION…] [-- --model NAME --base-url URL]: runs the evals.
import { ensureInstalled, root, run } from "./install.mjs";

ensureInstalled({ development: true });
run(process.execPath, [
  "-C",
  "@emberline/source",
  "--import",
  "tsx",
  `${root}/evals/main.ts`,
  ...process.argv.slice(2),
]);
