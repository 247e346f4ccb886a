/** A wall clock that moved so much further than the steady one was set, or the machine slept. */
const LEAP_MS = 1000;

let apart = Date.now() - performance.now();
let asleep = 0;

/**
 * Milliseconds that have passed, by a clock that only goes on: also while the process was stopped, and, once the wall
 * clock says so, while the machine slept, when the steady clock of the process stands still.
 */
export function elapsed(): number {
  const steady = performance.now();
  const leap = Date.now() - steady - apart;
  if (Math.abs(leap) > LEAP_MS) {
    apart += leap;
    if (leap > 0) asleep += leap;
  }
  return steady + asleep;
}
