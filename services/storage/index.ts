/** Exports for the transactions and the work of other areas; everything else is an action. */
export { claimResults } from "./claim-results.js";
export { mediaSigner } from "./sign-read-url.js";
export { mediaIn, newestMedia, type ProjectMedia } from "./project-media.repository.js";
export { keepFile } from "./keep-file.js";
export { storageEdge } from "./storage-edge.js";
export { lockUsage } from "./usage.repository.js";
export { dropResult, writeResult } from "./write-result.js";
export { readableTypes } from "./storage.policy.js";
