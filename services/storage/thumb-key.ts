/** Where the bytes of an object's thumbnail lie. */
export const thumbKey = (storageId: string): string => `${storageId}.thumb`;

export const THUMB_TYPE = "image/webp";

/** Whether the size or the duration of objects of a content type is read. */
export const isMeasured = (contentType: string): boolean => /^(image|video|audio)\//.test(contentType);

/** Whether objects of a content type get a thumbnail (rules/storage 7). */
export const hasThumb = (contentType: string): boolean => /^(image|video)\//.test(contentType);
