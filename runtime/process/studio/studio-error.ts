/**
 * The reason why a work of the studio gave no result. `refused`: the script refused its input. `time`,
 * `memory`, `died`: the work exceeded its limits or crashed its decoder, which is the fault of an
 * untrusted input. `failed`: a fault of Kiln.
 */
export type StudioFault = "refused" | "time" | "memory" | "died" | "failed";

/** The error of a work. Its message does not name the input, because the caller knows that. */
export class StudioError extends Error {
  override readonly name = "StudioError";
  readonly fault: StudioFault;

  constructor(fault: StudioFault, message: string) {
    super(message);
    this.fault = fault;
  }

  /** True if the input of the work is at fault. */
  get isOfInput(): boolean {
    return this.fault !== "failed";
  }
}
