/** `npm run test:long` asserts the limits of witness.ts and takes as many samples as it can. */
const IS_STRICT = Number(process.env.KILN_RUNS ?? 0) >= 10_000;
const STRICT_MS = 50;
const FIRST_MS = 250;
const LATER_MS = 1_000;
/** So many times a call of one kind is done with the short pause. */
const FIRST_ROUNDS = 4;

/**
 * How long somebody rests who has done a call of one kind so often since an attack began. Five calls four times a second
 * take a third of what a hostile file takes. An attack that is over within a few seconds is watched so closely; one that lasts
 * meets a call of each kind every second from then on, and the server's own metric of its event loop all the time.
 */
export function callPauseMs(done: number, isStrict = IS_STRICT): number {
  if (isStrict) return STRICT_MS;
  return done < FIRST_ROUNDS ? FIRST_MS : LATER_MS;
}
