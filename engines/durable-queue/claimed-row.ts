export interface ClaimedRow {
  id: string;
  queue: string;
  /** Id of the domain row. */
  subject: string;
  payer: string;
  /** Number of failed attempts before this claim. */
  attempts: number;
  /** Number of runs in a row during which the process died. */
  deaths: number;
  /** The fencing token, which goes up with each claim. */
  fence: number;
}
