/** Samples a second of what is synthesised. */
export const RATE = 44_100;
/** The loudest sample of a finished track: 3 dB below the most that a file can hold. */
const PEAK = 0.708;
const EDGE_SECONDS = 0.01;

/** Two channels of sound in the making. */
export class Track {
  readonly left: Float32Array;
  readonly right: Float32Array;
  readonly length: number;

  constructor(seconds: number) {
    this.length = Math.max(1, Math.round(seconds * RATE));
    this.left = new Float32Array(this.length);
    this.right = new Float32Array(this.length);
  }

  get seconds(): number {
    return this.length / RATE;
  }

  /**
   * Adds a sound from a time on: `wave` gives the sample at a time of its own, `pan` is -1 (left) to 1. What goes on beyond the
   * end is cut.
   */
  add(at: number, seconds: number, pan: number, wave: (time: number) => number): void {
    const from = Math.max(0, Math.round(at * RATE));
    const to = Math.min(this.length, Math.round((at + seconds) * RATE));
    const [l, r] = [Math.cos(((pan + 1) * Math.PI) / 4), Math.sin(((pan + 1) * Math.PI) / 4)];
    for (let index = from; index < to; index += 1) {
      const sample = wave((index - from) / RATE);
      this.left[index] = (this.left[index] ?? 0) + sample * l;
      this.right[index] = (this.right[index] ?? 0) + sample * r;
    }
  }

  /** A room: what was heard a moment ago, softer, on the other side. */
  echo(seconds: number, strength: number): void {
    const delay = Math.round(seconds * RATE);
    for (let index = delay; index < this.length; index += 1) {
      const [l, r] = [this.left[index - delay] ?? 0, this.right[index - delay] ?? 0];
      this.left[index] = (this.left[index] ?? 0) + r * strength;
      this.right[index] = (this.right[index] ?? 0) + l * strength;
    }
  }

  /** Sixteen bits, as loud as fits, without a click at either end. */
  toSamples(fadeOutSeconds: number): Buffer {
    let peak = 1e-9;
    for (let at = 0; at < this.length; at += 1)
      peak = Math.max(peak, Math.abs(this.left[at] ?? 0), Math.abs(this.right[at] ?? 0));
    const [fadeIn, fadeOut] = [EDGE_SECONDS * RATE, Math.max(EDGE_SECONDS, fadeOutSeconds) * RATE];
    const bytes = Buffer.allocUnsafe(this.length * 4);
    for (let at = 0; at < this.length; at += 1) {
      const edge = Math.min(1, at / fadeIn, (this.length - 1 - at) / fadeOut);
      const gain = (PEAK / peak) * edge * 0x7fff;
      bytes.writeInt16LE(Math.round((this.left[at] ?? 0) * gain), at * 4);
      bytes.writeInt16LE(Math.round((this.right[at] ?? 0) * gain), at * 4 + 2);
    }
    return bytes;
  }
}
