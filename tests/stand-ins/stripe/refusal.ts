/** An answer of the stand-in that refuses a request, as Stripe's API writes it. */
export class Refusal extends Error {
  readonly status: number;
  readonly error: Record<string, string>;
  constructor(status: number, error: Record<string, string>) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

/** The refusal for an object that there is not. */
export const missing = (id: string) =>
  new Refusal(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such object: '${id}'`,
  });
