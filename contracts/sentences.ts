/** The sentences that the spec fixes word by word (decisions 2). Clients and tests compare them whole. */

/** spec: Storage object */
export const UNKNOWN_STORAGE_ID = "Unknown or uncommitted storageId";
