/** Whether PROCESSES asks for processes that share a port, be it one that others replace. */
export const isSupervised = (env: Readonly<Record<string, string | undefined>>): boolean =>
  !["", "1"].includes(env.PROCESSES ?? "");
