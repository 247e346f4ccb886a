import { Foundation1795219200000 } from "./20261121-foundation.js";

/** In the order in which they run. */
export const MIGRATIONS = [Foundation1795219200000];
