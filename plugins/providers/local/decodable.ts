import { ProviderError } from "../../kit/provider-error.js";

/** Runs a decoding step; its failure is the input's fault. */
export async function decodable<T>(decode: () => Promise<T>, what = "A reference image"): Promise<T> {
  try {
    return await decode();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split("\n")[0] : "unknown reason";
    throw new ProviderError("invalid_params", `${what} cannot be decoded: ${reason}`, { cause });
  }
}
