/**
 * Why a work of the studio gave nothing. `refused`: the work said so, for what it was given. `time`, `memory`, `died`: it took
 * more than it may, or broke its decoder; with bytes of a stranger that is the fault of the bytes. `failed`: a fault of ours.
 */
export type StudioFault = "refused" | "time" | "memory" | "died" | "failed";

/** The message says what happened, without a name of the input: the caller knows that. */
export class StudioError extends Error {
  override readonly name = "StudioError";
  readonly fault: StudioFault;

  constructor(fault: StudioFault, message: string) {
    super(message);
    this.fault = fault;
  }

  /** Whether what was given is at fault. */
  get isOfInput(): boolean {
    return this.fault !== "failed";
  }
}
