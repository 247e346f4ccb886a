import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { makePng } from "../../../plugins/kit/media/png.js";
import { ImageProcess } from "../../../services/storage/thumbnails/image-process.js";

test("pictures are rendered in a process of their own, which may die and be started again", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "kiln-"));
  const images = new ImageProcess();
  t.teardown(async () => {
    images.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const [input, output] = [join(folder, "input"), join(folder, "thumb.webp")];
  await writeFile(
    input,
    await makePng(8, 8, [
      [0, 0, 0],
      [9, 9, 9],
    ]),
  );
  t.true(await images.render(input, output));
  t.false(await images.render(join(folder, "missing"), output));

  const lost = t.throwsAsync(images.render(input, output), { message: /ended/ });
  // The request is on its way once the turn before it is over.
  setImmediate(() => images.stop());
  await lost;
  t.true(await images.render(input, output));
});

test("pictures asked for at once are rendered one after the other", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "kiln-"));
  const images = new ImageProcess();
  t.teardown(async () => {
    images.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const input = join(folder, "input");
  await writeFile(
    input,
    await makePng(8, 8, [
      [0, 0, 0],
      [9, 9, 9],
    ]),
  );
  const made = await Promise.all(
    [1, 2, 3, 4, 5].map((index) => images.render(input, join(folder, `${index}.webp`))),
  );
  t.deepEqual(made, [true, true, true, true, true]);
});
