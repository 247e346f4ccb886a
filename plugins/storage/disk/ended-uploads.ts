/** An upload ticket was used before. */
export class TicketSpent extends Error {
  override readonly name = "TicketSpent";
}

/** The object that an upload ticket is for was deleted. */
export class ObjectDeleted extends Error {
  override readonly name = "ObjectDeleted";
}

/** The ticket was over before the file was whole. */
export class TicketOver extends Error {
  override readonly name = "TicketOver";
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;

  constructor(expiresAt: number) {
    super("The upload ticket is over.");
    this.expiresAt = expiresAt;
  }
}

/** A newer PUT of the same upload ticket began. */
export class UploadReplaced extends Error {
  override readonly name = "UploadReplaced";
}
