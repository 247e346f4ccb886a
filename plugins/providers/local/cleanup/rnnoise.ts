/** What is used of the package, which comes without types. */
interface Engine {
  HEAPF32: Float32Array;
  cwrap(name: string, gives: "number", takes: readonly "number"[]): (...values: number[]) => number;
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
  const call = (name: string, takes: number) =>
    engine.cwrap(
      name,
      "number",
      Array.from({ length: takes }, () => "number" as const),
    );
  const state = call("rnnoise_create", 1)(0);
  const at = call("malloc", 1)(FRAME * 4);
  const processFrame = call("rnnoise_process_frame", 3);
  return {
    process(frame) {
      // The memory may have grown: it is looked up each time.
      const samples = () => engine.HEAPF32.subarray(at / 4, at / 4 + FRAME);
      samples().set(frame.map((sample) => sample * SCALE));
      const likelihood = processFrame(state, at, at);
      return { sound: samples().map((sample) => sample / SCALE), likelihood };
    },
  };
}
