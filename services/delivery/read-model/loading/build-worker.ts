import { answerLine } from "../worker-line.js";
import type { BuildReply, BuildRequest } from "./build-index.js";
import { IndexBuilder } from "./index-builder.js";

let builder: IndexBuilder | null = null;

function answer(request: BuildRequest): BuildReply {
  if (request.kind === "open") {
    builder = new IndexBuilder(request.plan, request.room);
    return { fits: true };
  }
  if (builder === null) throw new Error("Nothing is built.");
  return request.kind === "rows" ? { fits: builder.add(request.rows) } : { built: builder.finish() };
}

answerLine(answer);
