import type { IndexPage } from "../query-engine.js";
import { answerLine } from "../worker-line.js";
import type { OverflowRequest } from "./overflow-index.js";
import { OverflowTable } from "./overflow-table.js";

let table: OverflowTable | null = null;

function answer(request: OverflowRequest): IndexPage | null {
  if (request.kind === "open") {
    table = new OverflowTable(request.plan, request.file);
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

answerLine(answer);
