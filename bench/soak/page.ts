/** Document with one writer, whose field `rank` grows with each save. */
export class Page {
  id = "";
  version = 1;
  /** Value of the last save that was sent, answered or not. */
  sent = 0;
  /** Value in the draft by the last answered save. */
  saved = 0;
  /** Value that the last answered publish made public. */
  published = 0;
}
