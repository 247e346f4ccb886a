import type { FreeWork, JobTable } from "../billing/index.js";
import type { Host } from "../../runtime/process/host.js";
import { deleteFree } from "./transcription.repository.js";

/** The transcriptions that ended and may have cost nothing; a canceled one has failed. */
export const FREE_TRANSCRIPTIONS: JobTable = {
  table: "transcriptions",
  cost: "costCredits",
  account: "accountId",
  ended: ["failed"],
  bytes: null,
};

/** Returns how old transcriptions that cost nothing are removed (rules/transcriptions 13). */
export const freeTranscriptions = (host: Pick<Host, "transact">): FreeWork => ({
  queue: "transcriptions.sweepFree",
  of: FREE_TRANSCRIPTIONS,
  remove: (ids) => host.transact((tx) => deleteFree(tx, ids)),
});
