/** Sentences that clients and tests compare as a whole (rules/models 21; rules/workflows 10). */

/** Message about a storage id that cannot be an input (rules/storage 2). */
export const UNKNOWN_STORAGE_ID = "Unknown or uncommitted storageId";

/** Returns the message about inputs of a node that takes none (rules/workflows 10). */
export const takesNoInputs = (id: string, type: string): string =>
  `inputs.${id}: ${type} nodes don't take run inputs`;
export const noSuchNode = (id: string): string => `inputs: no node ${id} in this workflow`;
