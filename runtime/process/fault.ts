/**
 * Kills (or stops) this process at a named step, so that tests play crashes where they hurt most.
 * `point`, `point=stop`, `point@2` for the second time. Armed by KILN_FAULT, which the configuration
 * refuses unless NODE_ENV=test; null where it is not.
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
