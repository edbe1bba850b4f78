import { MemoryStore } from "../src/store/memory-store.ts";
import { storeCases } from "./store-cases.ts";

storeCases("the store in memory", async () => new MemoryStore());
