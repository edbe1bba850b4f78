export { FirmsRowError, FirmsTable } from "./firms/firms-table.ts";
