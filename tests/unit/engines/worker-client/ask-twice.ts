/** A process that asks a worker twice, prints the answers, and has nothing else to do then. */
import { WorkerClient } from "../../../../engines/worker-client/index.js";
import type { Question } from "./answer-worker.js";

const worker = new WorkerClient<Question, unknown>(import.meta.dirname, "answer-worker");
console.log(await worker.ask({ say: "first" }));
console.log(await worker.ask({ busyMs: 300 }));
