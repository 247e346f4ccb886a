import { type FileHandle, open } from "node:fs/promises";

const HEADER_BYTES = 44;

export interface WavFormat {
  rate: number;
  channels: 1 | 2;
}

/** A WAV file of 16-bit samples that grows piece by piece. */
export class WavFile {
  readonly #file: FileHandle;
  readonly #format: WavFormat;
  #bytes = 0;

  private constructor(file: FileHandle, format: WavFormat) {
    this.#file = file;
    this.#format = format;
  }

  static async create(path: string, format: WavFormat): Promise<WavFile> {
    return new WavFile(await open(path, "w"), format);
  }

  /** Samples as they stand in the file. */
  async add(samples: Buffer): Promise<void> {
    await this.#file.write(samples, 0, samples.length, HEADER_BYTES + this.#bytes);
    this.#bytes += samples.length;
  }

  /** Writes the header, and gives the length in seconds. */
  async end(): Promise<number> {
    const { rate, channels } = this.#format;
    await this.#file.write(header(this.#bytes, this.#format), 0, HEADER_BYTES, 0);
    await this.#file.close();
    return this.#bytes / (2 * channels * rate);
  }
}

function header(dataBytes: number, { rate, channels }: WavFormat): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write("RIFF", 0, "latin1");
  bytes.writeUInt32LE(dataBytes + HEADER_BYTES - 8, 4);
  bytes.write("WAVEfmt ", 8, "latin1");
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20); // PCM
  bytes.writeUInt16LE(channels, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 2 * channels, 28);
  bytes.writeUInt16LE(2 * channels, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36, "latin1");
  bytes.writeUInt32LE(dataBytes, 40);
  return bytes;
}
