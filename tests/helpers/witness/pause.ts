/** Whether the run is `npm run test:long`, which asserts the limits of witness.ts and takes as many samples as it can. */
const IS_STRICT = Number(process.env.KILN_RUNS ?? 0) >= 10_000;
const STRICT_MS = 50;
const FIRST_MS = 250;
const LATER_MS = 2_500;
/** Number of calls of one kind that are made with the short pause. */
const FIRST_ROUNDS = 4;

/**
 * Returns the pause in milliseconds after the `done`-th call of a kind since an attack began. Five calls four times a second take
 * a third of the processor time of a hostile file. An attack that ends within a few seconds is watched at that rate. A longer one
 * meets a call of each kind every 2.5 seconds from then on, and the server's own metric of its event loop all the time: two of the
 * five calls also make the server decode a picture.
 */
export function callPauseMs(done: number, isStrict = IS_STRICT): number {
  if (isStrict) return STRICT_MS;
  return done < FIRST_ROUNDS ? FIRST_MS : LATER_MS;
}
