import { serveClient } from "../../worker-client/index.js";
import { decoderOf } from "../decoder.js";
import type { BuildReply, BuildRequest } from "./build-index.js";
import { IndexBuilder } from "./index-builder.js";

let builder: IndexBuilder | null = null;

async function answer(request: BuildRequest): Promise<BuildReply> {
  if (request.kind === "open") {
    builder = new IndexBuilder(request.plan, request.room, await decoderOf(request.plan));
    return { fits: true };
  }
  if (builder === null) throw new Error("Nothing is built.");
  return request.kind === "rows" ? { fits: builder.add(request.rows) } : { built: builder.finish() };
}

serveClient(answer);
