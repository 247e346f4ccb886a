/** An address with a file of `?size=` bytes (`&undeclared` hides how many) of `&type=`, sent from one buffer: it costs as little as an address on another machine would. */
import { createServer, type ServerResponse } from "node:http";
import { listenAndSay } from "./listen-and-say.js";

const piece = Buffer.alloc(256 * 1024);

function send(response: ServerResponse, left: number): void {
  while (left > 0) {
    const part = piece.subarray(0, Math.min(left, piece.length));
    left -= part.length;
    if (!response.write(part)) {
      const rest = left;
      return void response.once("drain", () => send(response, rest));
    }
  }
  response.end();
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
    send(response, size);
  }),
);
