import { RestWatch, type When } from "./rest-watch.js";

const page = new RestWatch(window);

/**
 * Calls back once the page rests, or after a while in any case. Pages of a list that are only scrolled past are then not asked for; starting
 * a request takes as long as drawing two tiles. Returns a function that ends the waiting.
 */
export const whenRested = (when: When, then: () => void): (() => void) => page.wait(when, then);
