/** A command cannot do its work: one sentence for the person who typed it, exit code 2. */
export class CliError extends Error {
  override readonly name = "CliError";
}
