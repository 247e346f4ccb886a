/** What a provider says of a model in brackets behind its name; a word or two there, as in "Flux (dev)", is part of the name. */
const ABOUT = / \(([^()]{16,})\)$/;

/** The name of a model alone. */
export const shortName = (displayName: string): string => displayName.replace(ABOUT, "");

/** What its provider says of it; empty where that is nothing. */
export const aboutModel = (displayName: string): string => ABOUT.exec(displayName)?.[1] ?? "";
