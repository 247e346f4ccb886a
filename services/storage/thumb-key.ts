/** Where the bytes of an object's thumbnail lie. */
export const thumbKey = (storageId: string): string => `${storageId}.thumb`;

export const THUMB_TYPE = "image/webp";

/** Whether objects of a content type get a thumbnail (decisions 7). */
export const hasThumb = (contentType: string): boolean => /^(image|video)\//.test(contentType);
