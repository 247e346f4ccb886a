/** Counts the turns of the event loop while `work` runs. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const turn = (): void => {
    turns++;
    immediate = setImmediate(turn);
  };
  let immediate = setImmediate(turn);
  try {
    await work();
  } finally {
    clearImmediate(immediate);
  }
  return turns;
}
