import { link, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { Folder } from "../../plugins/storage/disk/folder.js";

/** Number of different thumbnails. */
const KINDS = 24;
/** Size of a thumbnail as services/storage makes it: webp, 512 pixels at most, here of 10 to 30 KB. */
const SIZE = { width: 512, height: 384 };

const makePicture = (nth: number): Promise<Buffer> =>
  sharp({
    create: {
      ...SIZE,
      channels: 3,
      background: "#808080",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .blur(1 + (nth % 3))
    .tint({ r: (nth * 37) % 256, g: (nth * 91) % 256, b: (nth * 53) % 256 })
    .webp({ quality: 80 })
    .toBuffer();

const sourceAt = (dataDir: string, nth: number): string => join(dataDir, `picture-${nth}.webp`);

/** Returns the different thumbnails that were put there. */
export const thumbnailsOf = (dataDir: string): Promise<Buffer[]> =>
  Promise.all(Array.from({ length: KINDS }, (_, nth) => readFile(sourceAt(dataDir, nth))));

/** Puts a thumbnail beside each object on the disk of a data folder, as hard links to a few pictures. */
export async function placeThumbnails(dataDir: string, ids: readonly string[]): Promise<void> {
  const folder = new Folder(join(dataDir, "media"));
  const sources: string[] = [];
  for (let nth = 0; nth < KINDS; nth++) {
    const source = sourceAt(dataDir, nth);
    await writeFile(source, await makePicture(nth));
    sources.push(source);
  }
  for (const [at, id] of ids.entries()) {
    const path = folder.pathOf(`${id}.thumb`);
    await mkdir(dirname(path), { recursive: true });
    await link(sources[at % KINDS] ?? "", path);
  }
}
