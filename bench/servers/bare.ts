/** This bare node:http server answers BYTES bytes of JSON, the same to everybody. */
import { createServer } from "node:http";
import { listenAndSay } from "./listen-and-say.js";

const body = Buffer.alloc(Number(process.env.BYTES ?? 100), "x");

listenAndSay(
  createServer((_request, response) => {
    response.writeHead(200, {
      "content-type": "application/json; charset=utf-8",
      "content-length": body.length,
    });
    response.end(body);
  }),
);
