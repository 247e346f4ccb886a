import type { AudioCapabilities } from "../../../contracts/models.js";
import { ProviderError } from "../../kit/provider-error.js";
import type { MockParams } from "./mock-params.js";

const CHARS_PER_SECOND = 15;
/** Decisions 4: without `durationSeconds` a model makes its `maxSeconds`, else this. */
const DEFAULT_SECONDS = 30;
/** Speech of a very long text ends here; a longer wish for anything else is refused. */
const LONGEST_SECONDS = 3600;

/** How long the sound of a job is: as declared, or for speech as long as its text takes. */
export function audioSeconds(capabilities: AudioCapabilities, params: MockParams): number {
  const declared = params.durationSeconds;
  if (declared === undefined && capabilities.category === "tts") {
    const characters = [...(params.prompt ?? "")].length;
    return Math.min(Math.max(1, characters / CHARS_PER_SECOND), LONGEST_SECONDS);
  }
  const seconds = declared ?? capabilities.maxSeconds ?? DEFAULT_SECONDS;
  if (seconds > LONGEST_SECONDS) {
    throw new ProviderError(
      "invalid_params",
      `The mock provider makes at most ${LONGEST_SECONDS} seconds of sound.`,
    );
  }
  return seconds;
}
