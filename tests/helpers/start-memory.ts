/** How `npm start` keeps the memory of a process small; for tests that measure it. */
export const START_MEMORY = {
  NODE_OPTIONS: "--max-semi-space-size=8",
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: "32768",
  MALLOC_TRIM_THRESHOLD_: "131072",
} as const;
