/** Sentences that clients and tests compare whole (rules/models 21; rules/workflows 10). */

/** Of a storage id that cannot be an input (rules/storage 2). */
export const UNKNOWN_STORAGE_ID = "Unknown or uncommitted storageId";

/** Of inputs that a run cannot take (rules/workflows 10). */
export const takesNoInputs = (id: string, type: string): string =>
  `inputs.${id}: ${type} nodes don't take run inputs`;
export const noSuchNode = (id: string): string => `inputs: no node ${id} in this workflow`;
