/** Thrown by a script of the studio when what it was given is at fault; the sentence is shown to the caller. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}
