import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import test from "ava";
import { FileSink } from "../../../plugins/storage/disk/file-sink.js";

const folder = await mkdtemp(join(tmpdir(), "kiln-"));
test.after.always(() => rm(folder, { recursive: true, force: true }));

async function write(name: string, chunks: readonly Buffer[], ownsChunks: boolean): Promise<Buffer> {
  const path = join(folder, name);
  const handle = await open(path, "wx");
  const sink = new FileSink(handle, 1e9);
  sink.ownsChunks = ownsChunks;
  for (const chunk of chunks) sink.write(chunk);
  sink.end();
  await finished(sink);
  await handle.close();
  return readFile(path);
}

const chunks = () => [1, 2, 3].map((byte) => Buffer.from(new Uint8Array(100_000).fill(byte).buffer));

test("chunks that belong to the sink give their memory back once they are written", async (t) => {
  const own = chunks();
  t.deepEqual(await write("own", own, true), Buffer.concat(chunks()));
  t.deepEqual(
    own.map(({ length }) => length),
    [0, 0, 0],
  );
});

test("other chunks, and parts of a larger memory, stay as they are", async (t) => {
  const lent = chunks();
  await write("lent", lent, false);
  t.deepEqual(lent, chunks());
  const whole = Buffer.from(new Uint8Array(10).fill(7).buffer);
  await write("part", [whole.subarray(2, 8)], true);
  t.is(whole.length, 10);
});
