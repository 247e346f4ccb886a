/** The most bytes in UTF-8 that a document may have in a body (rules/webhooks 3). */
const MAX_DOCUMENT_BYTES = 256 * 1024;

/** Tells whether a document's JSON is too large for a body. */
export const isTooLarge = (json: string): boolean =>
  json.length > MAX_DOCUMENT_BYTES || Buffer.byteLength(json) > MAX_DOCUMENT_BYTES;
