import { answerJobs } from "../../../runtime/process/answer-jobs.js";
import type { DraftJob } from "./drafts.js";
import { completeState, fieldsOf, makeState, replaceFields } from "./change-state.js";
import { checkUpdate, mergeUpdate } from "./merge-update.js";
import { fitsLayout } from "./fits-layout.js";
import { settleFields } from "./settle-fields.js";

answerJobs((job: DraftJob) => {
  switch (job.verb) {
    case "settle":
      return settleFields(job.shape, job.fields, job.before);
    case "make":
      return makeState(job.shape, job.fields);
    case "read":
      return fieldsOf(job.state);
    case "replace":
      return replaceFields(job.shape, job.state, job.fields, job.moved);
    case "complete":
      return completeState(job.shape, job.state, job.moved);
    case "fits":
      return fitsLayout(job.shape, job.state);
    case "check":
      return checkUpdate(job.input);
    case "merge":
      return mergeUpdate(job.shape, job.input);
  }
});
