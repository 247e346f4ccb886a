/**
 * For the transactions of other areas, and for readers that keep copies of a project's content. Lock order:
 * `recordChange` and `noteMediaChange` lock the project's head, so they come last.
 */
export { forgetChanges } from "./forget-changes.js";
export { noteMediaChange } from "./note-media.js";
export { recordChange } from "./record-change.js";
export { type Change, readChanges } from "./read-changes.js";
export { readHead } from "./read-head.js";
export { sweepChanges } from "./sweep-changes.js";
