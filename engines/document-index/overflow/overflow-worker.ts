import { decoderOf } from "../decoder.js";
import type { IndexPage } from "../interface.js";
import { serveClient } from "../../worker-client/index.js";
import type { OverflowRequest } from "./overflow-index.js";
import { OverflowTable } from "./overflow-table.js";

let table: OverflowTable | null = null;

async function answer(request: OverflowRequest): Promise<IndexPage | null> {
  if (request.kind === "open") {
    table = new OverflowTable(request.plan, request.file, await decoderOf(request.plan));
    return null;
  }
  if (table === null) throw new Error("The overflow file is not open.");
  switch (request.kind) {
    case "query":
      return table.query(request.query);
    case "apply":
      table.apply(request.changes);
      return null;
    case "addIndexes":
      table.addIndexes();
      return null;
    case "close":
      table.close();
      return null;
  }
}

serveClient(answer);
