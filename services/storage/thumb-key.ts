/** Returns the key of an object's thumbnail in the store. */
export const thumbKey = (storageId: string): string => `${storageId}.thumb`;

export const THUMB_TYPE = "image/webp";

/** Returns true for a content type whose objects are measured for size or duration. */
export const isMeasured = (contentType: string): boolean => /^(image|video|audio)\//.test(contentType);

/** Returns true for a content type whose objects get a thumbnail (rules/storage 7). */
export const hasThumb = (contentType: string): boolean => /^(image|video)\//.test(contentType);
