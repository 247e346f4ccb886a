/**
 * For the transactions of other areas, and for readers that keep copies of a project's content. What `recordChange` and
 * `noteMediaChange` note is written at the end of the transaction, for it locks the project's head.
 */
export { forgetChanges } from "./forget-changes.js";
export { noteMediaChange } from "./note-media.js";
export { changersOf, recordChange } from "./record-change.js";
export { type Change, readChanges } from "./read-changes.js";
export { readHead } from "./read-head.js";
export { sweepChanges } from "./sweep-changes.js";
