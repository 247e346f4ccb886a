import type { ProviderInput } from "../../kit/model-provider.js";
import { ProviderError } from "../../kit/provider-error.js";

/** Larger files are refused before they are read into memory. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The bytes of a picture input; `field` names it in a refusal (`invalid_params`). */
export async function readPicture(input: ProviderInput, field: string): Promise<Buffer> {
  if (!input.contentType.startsWith("image/")) {
    throw new ProviderError("invalid_params", `${field} must be an image, not ${input.contentType}.`);
  }
  if (input.sizeBytes > MAX_BYTES) {
    throw new ProviderError(
      "invalid_params",
      `${field} is larger than the ${MAX_BYTES / 1024 ** 2} MB that local models read.`,
    );
  }
  return input.bytes();
}
