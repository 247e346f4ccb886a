import { transcriptionsProjectDeleted } from "../../contracts/project-cascade.js";
import {
  cancelTranscription,
  createTranscription as createContract,
  getTranscript,
  getTranscription,
  readTranscriptionStates,
  stopTranscriptions,
} from "../../contracts/transcriptions.js";
import { action } from "../../runtime/actions/action.js";
import type { AreaFactory } from "../../runtime/actions/area.js";
import { createTranscription } from "./create-transcription.js";
import { freeJobsTask } from "../billing/index.js";
import { freeTranscriptions } from "./free-transcriptions.js";
import { goneSweep } from "./gone-sweep.js";
import { onProjectDeleted } from "./on-project-deleted.js";
import { presentTranscription } from "./present-transcription.js";
import { readTranscript } from "./read-transcript.js";
import { CANCELED, stopMany, stopTranscription } from "./stop-transcription.js";
import { allowTranscription, findPayer, requireTranscription } from "./transcriptions.policy.js";
import { readStates } from "./read-states.js";
import { transcriptionWorker } from "./worker.js";

/**
 * The area of speech to text with times: the API, and the workers of the transcribers that this process has
 * loaded.
 */
const transcriptions: AreaFactory = (host) => {
  const sweep = goneSweep(host);
  const free = freeJobsTask(host, freeTranscriptions(host));
  const worker = transcriptionWorker(host);
  return {
    name: "transcriptions",
    actions: [
      action(createContract, {
        find: findPayer,
        allow: allowTranscription,
        run: async (context, params, payer) => ({
          job: presentTranscription(await createTranscription(host, context, params, payer)),
        }),
        replay: async (context, id) => ({
          job: presentTranscription(await requireTranscription(host, context, id)),
        }),
      }),
      action(getTranscription, {
        find: (context, { id }) => requireTranscription(host, context, id),
        run: async (_context, _params, job) => ({ job: presentTranscription(job) }),
      }),
      action(cancelTranscription, {
        find: (context, { id }) => requireTranscription(host, context, id),
        run: async (context, { id }, job) => {
          await stopTranscription(host, job, CANCELED);
          return { job: presentTranscription(await requireTranscription(host, context, id)) };
        },
      }),
      action(getTranscript, {
        find: (context, { id }) => requireTranscription(host, context, id),
        run: (context, { format }, job) => readTranscript(host, context, job, format),
      }),
      action(readTranscriptionStates, {
        run: async (_context, { ids }) => ({ jobs: await readStates(host, ids) }),
      }),
      action(stopTranscriptions, {
        run: async (_context, { ids }) => ({ stopped: await stopMany(host, ids) }),
      }),
      action(transcriptionsProjectDeleted, {
        run: (_context, { projectId }) => onProjectDeleted(host, projectId),
      }),
    ],
    tasks: [sweep.handler, free.handler],
    async started() {
      worker.start();
      await sweep.start();
      await free.start();
    },
    stopped: async () => worker.stop(),
  };
};
export default transcriptions;
