/** spec: Limits, Request body. All JSON requests, agents' included. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;
