/**
 * Returns whether PROCESSES asks for a supervisor, even of a single process that others replace on a reload.
 */
export const isSupervised = (env: Readonly<Record<string, string | undefined>>): boolean =>
  !["", "1"].includes(env.PROCESSES ?? "");
