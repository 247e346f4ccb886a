import { ServiceError } from "../../contracts/errors.js";

/** Bytes of a file at most: 1 GB, binary (rules/storage 8 and 14). */
export const MAX_FILE_BYTES = 2 ** 30;

export const overMaxFile = (): ServiceError =>
  new ServiceError("payload_too_large", `A file may have at most 1 GB (${MAX_FILE_BYTES} bytes).`);
