export { BodyParts, ownBytes, SharedText } from "./body.js";
export { type Body, BodyWriter, type Budget, makeBody, partsOf } from "./body-writer.js";
export { type Coder, EncodedBodies } from "./encoded-bodies.js";
export { AdmissionFilter, type CacheReader, ResponseCache } from "./response-cache.js";
export { VersionCache } from "./version-cache.js";
