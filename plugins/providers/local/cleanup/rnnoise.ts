/** What is used of the package, which comes without types. */
interface Engine {
  HEAPF32: Float32Array;
  _malloc(bytes: number): number;
  _rnnoise_create(model: number): number;
  _rnnoise_process_frame(state: number, to: number, from: number): number;
}

export interface Denoiser {
  /** Takes 480 samples of 48 kHz from -1 to 1; gives those of the frame before, and how likely it is a voice. */
  process(frame: Float32Array): { sound: Float32Array; likelihood: number };
}

const PACKAGE: string = "@echogarden/rnnoise-wasm";
/** Of the engine's own scale: it was taught with samples of sixteen bits. */
const SCALE = 32_768;
const FRAME = 480;

/** A denoiser with a memory of its own, for one recording. */
export async function createRNNoise(): Promise<Denoiser> {
  const { default: makeEngine } = (await import(PACKAGE)) as { default: () => Promise<Engine> };
  const engine = await makeEngine();
  const state = engine._rnnoise_create(0);
  const at = engine._malloc(FRAME * 4);
  return {
    process(frame) {
      // The memory may have grown: it is looked up each time.
      const samples = () => engine.HEAPF32.subarray(at / 4, at / 4 + FRAME);
      samples().set(frame.map((sample) => sample * SCALE));
      const likelihood = engine._rnnoise_process_frame(state, at, at);
      return { sound: samples().map((sample) => sample / SCALE), likelihood };
    },
  };
}
