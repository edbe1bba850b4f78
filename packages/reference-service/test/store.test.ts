import { MemoryStore } from "../src/store/memory-store.ts";
import { sortedCases } from "./sorted-cases.ts";
import { storeCases } from "./store-cases.ts";

storeCases("the store in memory", async () => new MemoryStore());
sortedCases("the store in memory", async () => new MemoryStore(undefined, 100));
