import type { TaskRequest } from "./task-pool.js";
import { runTask } from "./tasks.js";
import { answerLine } from "./worker-line.js";

answerLine(({ kind, input }: TaskRequest) => runTask(kind, input));
