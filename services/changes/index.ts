/**
 * Exports for the transactions of other areas, and for readers that keep copies of a project's content.
 * Changes that `recordChanges` and `noteMediaChange` note are written with the COMMIT of the transaction, for
 * that write locks the project's head.
 */
export {
  type Change,
  deleteChangesOfProject,
  type NewChange,
  readChanges,
  readHead,
} from "./change.repository.js";
export { noteMediaChange } from "./note-media.js";
export { recordChanges } from "./change.repository.js";
export {
  addStored,
  findUncounted,
  projectsOfFull,
  readStored,
  type SeenHead,
  setStored,
  STORED_BY_OWNER,
} from "./stored.repository.js";
export { sweepChanges } from "./sweep-changes.js";
