export { AdmissionFilter } from "./admission-filter.js";
export { BodyParts, ownBytes, SharedText } from "./body.js";
export { type Body, BodyWriter, type Budget, makeBody, partsOf } from "./body-writer.js";
export type { CacheReader, Coder } from "./interface.js";
export { EncodedBodies, ResponseCache } from "./response-cache.js";
