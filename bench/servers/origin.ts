/**
 * This server sends a file of `?size=` bytes (`&undeclared` hides the size) of `&type=` from one buffer, so that it costs as
 * little as an address on another machine would.
 */
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { listenAndSay } from "./listen-and-say.js";

const piece = Buffer.alloc(256 * 1024);

function* pieces(size: number): Generator<Buffer> {
  for (let left = size; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length));
}

listenAndSay(
  createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://origin");
    const size = Number(searchParams.get("size"));
    const isDeclared = !searchParams.has("undeclared");
    response.writeHead(200, {
      "content-type": searchParams.get("type") ?? "video/mp4",
      ...(isDeclared && { "content-length": size }),
    });
    // The pipeline ends early only when the reader left.
    pipeline(Readable.from(pieces(size), { highWaterMark: 1 }), response).catch(() => {});
  }),
);
