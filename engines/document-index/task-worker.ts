import type { TaskRequest } from "./task-pool.js";
import { runTask } from "./tasks.js";
import { serveClient } from "../worker-client/index.js";

serveClient(({ kind, input }: TaskRequest) => runTask(kind, input));
