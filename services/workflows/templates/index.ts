import { CONTENT } from "./content.js";
import { PICTURES } from "./pictures.js";
import { SOUNDS } from "./sounds.js";
import type { Template } from "./template.js";
import { VIDEOS } from "./videos.js";

/** The workflows that come with Kiln, in the order in which they are shown. */
export const TEMPLATES: readonly Template[] = [...PICTURES, ...VIDEOS, ...SOUNDS, ...CONTENT];
