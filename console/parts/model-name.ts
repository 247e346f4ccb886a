/**
 * Matches the provider's description in brackets after the name; a short text, as in "Flux (dev)", is part of
 * the name.
 */
const ABOUT = / \(([^()]{16,})\)$/;

/** Returns the name of a model without its description. */
export const shortName = (displayName: string): string => displayName.replace(ABOUT, "");

/** Returns the provider's description of a model; empty if there is none. */
export const aboutModel = (displayName: string): string => ABOUT.exec(displayName)?.[1] ?? "";
