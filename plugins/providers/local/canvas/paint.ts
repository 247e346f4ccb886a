import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { MadeFile } from "../in-studio.js";
import { type ImageWish, renderImages } from "./render-image.js";
import { usedWords } from "./used-words.js";

export interface PaintOrder {
  folder: string;
  wish: Omit<ImageWish, "references">;
  /** Clean pictures. */
  references: readonly string[];
}

/** A work of the studio: paints the images of a job and writes them as PNG. */
export async function work({ folder, wish, references }: PaintOrder): Promise<MadeFile[]> {
  const pictures = await Promise.all(references.map((path) => readFile(path)));
  // A prompt may be about something that the canvas cannot draw, so each result says which words it knew.
  const metadata = { usedWords: usedWords(wish.prompt) };
  const files: MadeFile[] = [];
  for (const body of await renderImages({ ...wish, references: pictures })) {
    const path = join(folder, `image-${files.length}.png`);
    await writeFile(path, body);
    files.push({ contentType: "image/png", path, metadata });
  }
  return files;
}
