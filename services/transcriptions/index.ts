/**
 * Exports for the transactions of workflows: a transcription that commits together with the step that asked
 * for it (ADR-0020). The lock order is the balance's row, then the project's. Everything else is an action.
 */
export { type PreparedTranscription, submitTranscription } from "./create-transcription.js";
export { transcriberFor } from "./choose-transcriber.js";
export { estimateFor, prepareFor } from "./prepare-for.js";
