/** The sentences that the spec fixes word by word (decisions 2). Clients and tests compare them whole. */

/** spec: Storage object */
export const UNKNOWN_STORAGE_ID = "Unknown or uncommitted storageId";

/** spec: Workflows and runs, input rules. Run inputs for a node of a type that takes none. */
export const takesNoRunInputs = (nodeId: string, type: string) =>
  `inputs.${nodeId}: ${type} nodes don't take run inputs`;

/** spec: Workflows and runs, input rules. Run inputs for an id that the graph does not have. */
export const noSuchNode = (nodeId: string) => `no node ${nodeId} in this workflow`;
