/** What speech is brought to: its level over what is not silence, and the most that a sample may have. */
const SPEECH_LEVEL = 0.1;
const PEAK = 0.708;
const MOST_GAIN = 8;
const SILENCE = 0.004;
/** Of a second: what is judged as silent or not. */
const FRAME_SECONDS = 0.01;

/** The factor that brings the parts that are not silent to one level, as far as no sample is cut. */
export function gainFor(voice: Float32Array, rate: number): number {
  const length = Math.round(rate * FRAME_SECONDS);
  let peak = 1e-6;
  let power = 0;
  let loud = 0;
  for (let from = 0; from < voice.length; from += length) {
    const frame = voice.subarray(from, from + length);
    let sum = 0;
    for (const sample of frame) {
      sum += sample * sample;
      peak = Math.max(peak, Math.abs(sample));
    }
    if (Math.sqrt(sum / frame.length) < SILENCE) continue;
    power += sum;
    loud += frame.length;
  }
  if (loud === 0) return 1;
  return Math.min(MOST_GAIN, SPEECH_LEVEL / Math.sqrt(power / loud), PEAK / peak);
}

/** Samples of 16 bits as floats from -1 to 1. */
export const toFloats = (bytes: Buffer, count = Math.floor(bytes.length / 2)): Float32Array =>
  Float32Array.from({ length: count }, (_, at) => bytes.readInt16LE(at * 2) / 32_768);

/** Floats as samples of 16 bits, each times the gain. */
export function toBytes(voice: Float32Array, gain: number): Buffer {
  const bytes = Buffer.allocUnsafe(voice.length * 2);
  for (const [at, sample] of voice.entries())
    bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sample * gain * 32_768))), at * 2);
  return bytes;
}
