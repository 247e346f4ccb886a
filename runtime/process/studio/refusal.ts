/**
 * The error that a script of the studio throws if its input is at fault; its message is shown to the caller.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
}
