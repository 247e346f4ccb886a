/**
 * Returns a function that kills (or stops) this process at a named step, so that tests can play a crash
 * there. KILN_FAULT names the step: `point`, `point=stop`, or `point@2` for the second time. The
 * configuration refuses it unless NODE_ENV=test; without it the result is null.
 */
export function makeFault(armed: string | null): ((point: string) => void) | null {
  if (armed === null) return null;
  const match = /^([\w.-]+?)(?:=(kill|stop))?(?:@(\d+))?$/.exec(armed);
  let left = Number(match?.[3] ?? 1);
  return (point) => {
    if (point !== match?.[1]) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, match[2] === "stop" ? "SIGSTOP" : "SIGKILL");
  };
}
