/** Bytes of a JSON request, also of an agent's (rules/edge 15). */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Bytes of a request to a route that needs no credential (rules/edge 15). */
export const MAX_PUBLIC_BODY_BYTES = 64 * 1024;
