import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const KILOBYTES = /^VmRSS:\s+(\d+) kB/m;

/** Returns the resident memory of a process in MB. */
export function residentMegabytes(pid: number): number {
  const kilobytes =
    process.platform === "linux"
      ? KILOBYTES.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
      : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }).trim();
  return Number(kilobytes) / 1024;
}

/** Watches a process's resident memory, one sample every 50 ms. The returned function ends that and returns the peak. */
export function watchPeak(pid: number): () => number {
  let peak = residentMegabytes(pid);
  const timer = setInterval(() => (peak = Math.max(peak, residentMegabytes(pid))), 50);
  return () => {
    clearInterval(timer);
    return Math.max(peak, residentMegabytes(pid));
  };
}
