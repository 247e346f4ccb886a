/** This node:http server streams each request's body into a file of the folder FOLDER. */
import { createWriteStream } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { listenAndSay } from "./listen-and-say.js";

const file = join(process.env.FOLDER ?? ".", "sink.bin");
const answer = Buffer.from('{"ok":true}');

listenAndSay(
  createServer((request, response) => {
    pipeline(request, createWriteStream(file)).then(
      () => {
        response.writeHead(200, { "content-type": "application/json", "content-length": answer.length });
        response.end(answer);
      },
      (error: unknown) => {
        console.error(error);
        response.writeHead(500).end();
      },
    );
  }),
);
