import { Errors } from "moleculer";
import { ERRORS, ServiceError, type ErrorCode } from "../../contracts/errors.js";

interface PlainError {
  name?: string;
  message: string;
  code?: unknown;
  type?: unknown;
  data?: unknown;
  stack?: string;
}

/** Keeps the code and details of a ServiceError when it crosses from one node to another. */
export class ServiceErrorRegenerator extends Errors.Regenerator {
  override extractPlainError(error: Error): never {
    if (!(error instanceof ServiceError)) return super.extractPlainError(error) as never;
    const plain: PlainError = {
      name: "ServiceError",
      message: error.message,
      code: error.status,
      type: error.code,
      data: error.details,
      ...(error.stack !== undefined && { stack: error.stack }),
    };
    return plain as never;
  }

  override restore(plain: never, payload: Record<string, unknown>): Error {
    const { name, message, type, data } = plain as PlainError;
    if (name !== "ServiceError" || typeof type !== "string" || !(type in ERRORS))
      return super.restore(plain, payload);
    return new ServiceError(type as ErrorCode, message, { details: data ?? {} });
  }
}
