/** The sentences that the spec fixes word by word (decisions 2). Clients and tests compare them whole. */

/** spec: Storage object */
export const UNKNOWN_STORAGE_ID = "Unknown or uncommitted storageId";

/** spec: Workflows and runs, Input rules */
export const takesNoInputs = (id: string, type: string): string =>
  `inputs.${id}: ${type} nodes don't take run inputs`;
export const noSuchNode = (id: string): string => `inputs: no node ${id} in this workflow`;
