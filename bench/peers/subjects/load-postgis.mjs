// Loads a folder into the tables of a database up to its first answer.
import { createReferenceService } from "@emberline/reference-service";

const [folder = "", url = ""] = process.argv.slice(2);
const client = { id: "bench", secret: "bench" };
const service = await createReferenceService({ clients: [client], data: folder, store: { url } });
const features = service.report.collections["svc:hotspots"];
await service.close();
const rssMb = (process.resourceUsage().maxRSS * 1024) / 1e6;
console.log(JSON.stringify({ features, rssMb }));
