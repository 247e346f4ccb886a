/**
 * This node:http server does the least of every authenticated request: one indexed read of the caller's key over the driver, set
 * up to be as fast as possible. It answers BYTES bytes of JSON.
 */
import { createServer } from "node:http";
import { createPool } from "mysql2/promise";
import { listenAndSay } from "./listen-and-say.js";

const body = Buffer.alloc(Number(process.env.BYTES ?? 100), "x");
const pool = createPool({ uri: process.env.DATABASE_URL ?? "", connectionLimit: 10, resetOnRelease: false });
const hash = process.env.KEY_HASH ?? "";

listenAndSay(
  createServer((_request, response) => {
    pool.query("SELECT * FROM api_keys WHERE hash = ?", [hash]).then(
      ([rows]) => {
        response.writeHead(Array.isArray(rows) && rows.length === 1 ? 200 : 500, {
          "content-type": "application/json; charset=utf-8",
          "content-length": body.length,
        });
        response.end(body);
      },
      (error: unknown) => {
        console.error(error);
        response.writeHead(500).end();
      },
    );
  }),
);
