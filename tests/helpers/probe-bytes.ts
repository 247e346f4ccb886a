import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Probed, probe } from "../../plugins/kit/ffmpeg/probe.js";

/** Probes the bytes of a recording or a film. */
export async function probeBytes(bytes: Uint8Array): Promise<Probed> {
  const folder = await mkdtemp(join(tmpdir(), "probed-"));
  try {
    const path = join(folder, "made");
    await writeFile(path, bytes);
    return await probe(path, new AbortController().signal);
  } finally {
    await rm(folder, { recursive: true });
  }
}
