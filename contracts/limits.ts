/** Bytes of a JSON request, agents' included (rules/edge 15). */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Of routes that need no credential (rules/edge 15). */
export const MAX_PUBLIC_BODY_BYTES = 64 * 1024;
