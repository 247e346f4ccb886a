/** spec: Limits, Request body. All JSON requests, agents' included. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Of routes that need no credential (decisions 2). */
export const MAX_PUBLIC_BODY_BYTES = 64 * 1024;
