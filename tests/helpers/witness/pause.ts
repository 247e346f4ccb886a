/** `npm run test:long` asserts the limits of witness.ts and takes as many samples as it can. */
const IS_STRICT = Number(process.env.KILN_RUNS ?? 0) >= 10_000;

/**
 * Between two errands of one kind. Somebody who does five errands twenty times a second takes more of the processors than
 * most attacks; in the rings four times a second tell as well whether anybody is hurt.
 */
export const ERRAND_PAUSE_MS = IS_STRICT ? 50 : 250;
