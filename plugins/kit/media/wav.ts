/** The samples a second of the files, which are 16-bit mono PCM. */
const WAV_RATE = 8000;

const HEADER_BYTES = 44;
const LOUDNESS = 0.25 * 0x7fff;

/**
 * Yields a WAV file of a steady tone piece by piece, so that memory stays flat. `hertz` must be a whole
 * number, so that a second of the tone repeats without a click.
 */
export function* wavChunks(seconds: number, hertz: number): Generator<Buffer> {
  const dataBytes = 2 * Math.max(1, Math.round(seconds * WAV_RATE));
  yield header(dataBytes);
  const second = tone(hertz);
  let left = dataBytes;
  for (; left >= second.length; left -= second.length) yield second;
  if (left > 0) yield second.subarray(0, left);
}

/** Returns the file of `wavChunks` in one piece. */
export const makeWav = (seconds: number, hertz: number): Buffer =>
  Buffer.concat([...wavChunks(seconds, hertz)]);

function header(dataBytes: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write("RIFF", 0, "latin1");
  bytes.writeUInt32LE(dataBytes + HEADER_BYTES - 8, 4);
  bytes.write("WAVEfmt ", 8, "latin1");
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20); // PCM
  bytes.writeUInt16LE(1, 22); // mono
  bytes.writeUInt32LE(WAV_RATE, 24);
  bytes.writeUInt32LE(WAV_RATE * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36, "latin1");
  bytes.writeUInt32LE(dataBytes, 40);
  return bytes;
}

function tone(hertz: number): Buffer {
  const samples = Buffer.alloc(2 * WAV_RATE);
  for (let at = 0; at < WAV_RATE; at += 1) {
    samples.writeInt16LE(Math.round(LOUDNESS * Math.sin((2 * Math.PI * hertz * at) / WAV_RATE)), at * 2);
  }
  return samples;
}
