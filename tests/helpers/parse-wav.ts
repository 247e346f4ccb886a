/** Reads a PCM WAV file strictly by its header. Throws where header and bytes disagree. */
export function parseWav(bytes: Buffer): { seconds: number; rate: number; loudest: number } {
  if (bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 16) !== "WAVEfmt ") {
    throw new Error("not a WAV file");
  }
  if (bytes.readUInt32LE(4) !== bytes.length - 8) throw new Error("wrong RIFF size");
  const [format, channels] = [bytes.readUInt16LE(20), bytes.readUInt16LE(22)];
  const [rate, byteRate] = [bytes.readUInt32LE(24), bytes.readUInt32LE(28)];
  const [frameBytes, bits] = [bytes.readUInt16LE(32), bytes.readUInt16LE(34)];
  if (format !== 1 || frameBytes !== (channels * bits) / 8 || byteRate !== rate * frameBytes) {
    throw new Error("contradicting format");
  }
  const dataBytes = bytes.readUInt32LE(40);
  if (bytes.toString("latin1", 36, 40) !== "data" || dataBytes !== bytes.length - 44) {
    throw new Error("wrong data size");
  }
  let loudest = 0;
  for (let at = 44; at + 1 < bytes.length; at += 2) {
    loudest = Math.max(loudest, Math.abs(bytes.readInt16LE(at)));
  }
  return { seconds: dataBytes / byteRate, rate, loudest };
}
