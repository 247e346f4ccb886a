import { createHash } from "node:crypto";
import { makeCaller, type Caller } from "../caller.js";
import type { Figure } from "../figure.js";
import { compare, type Comparison } from "../load/compare.js";
import { Load } from "../load/load.js";
import { startKilnProcess } from "../processes/kiln-process.js";
import type { Part } from "../part.js";
import { startServer } from "../servers/start-server.js";
import { findMariadb, makeDatabase } from "../surroundings.js";

const bytesOf = async (url: string, caller: Caller | null): Promise<number> => {
  const answer = await fetch(url, { headers: { ...caller?.headers } });
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
  return (await answer.arrayBuffer()).byteLength;
};

async function against(
  baseline: "bare" | "one-query",
  url: string,
  caller: Caller | null,
  env: Readonly<Record<string, string>> = {},
): Promise<Comparison & { bytes: number }> {
  const bytes = await bytesOf(url, caller);
  const other = await startServer(baseline, { ...env, BYTES: String(bytes) });
  try {
    const loads = [await Load.open(url, caller?.headers), await Load.open(other.url)] as const;
    try {
      return { ...(await compare(...loads)), bytes };
    } finally {
      for (const load of loads) load.close();
    }
  } finally {
    await other.stop();
  }
}

const figureOf = (name: string, target: number, { ...found }: Comparison & { bytes: number }): Figure => ({
  name,
  value: found.ratio,
  unit: "ratio",
  target: { atLeast: target },
  note:
    `${Math.round(found.subjectPerSecond)} to ${Math.round(found.baselinePerSecond)} answers/s of ${found.bytes} bytes` +
    (found.generatorBusy > 0.9
      ? `; the load generator was ${Math.round(found.generatorBusy * 100)} % busy`
      : ""),
});

async function onSqlite(): Promise<Figure[]> {
  const kiln = await startKilnProcess();
  try {
    const caller = await makeCaller(kiln.url);
    const health = await against("bare", `${kiln.url}/v1/health`, null);
    const models = await against("bare", `${kiln.url}/v1/models`, caller);
    return [
      figureOf("GET /v1/health, to bare node:http", 0.5, health),
      figureOf("GET /v1/models on SQLite, to bare node:http", 0.3, models),
    ];
  } finally {
    await kiln.stop();
  }
}

async function onMariadb(server: string): Promise<Figure[]> {
  const database = await makeDatabase(server);
  try {
    const kiln = await startKilnProcess({ DATABASE_URL: database.url });
    try {
      const caller = await makeCaller(kiln.url);
      const models = await against("one-query", `${kiln.url}/v1/models`, caller, {
        DATABASE_URL: database.url,
        KEY_HASH: createHash("sha256").update(caller.key).digest("hex"),
      });
      return [figureOf("GET /v1/models on MariaDB, to node:http with one indexed read", 0.7, models)];
    } finally {
      await kiln.stop();
    }
  } finally {
    await database.drop();
  }
}

/** Measures answers per second beside servers that do the least possible. */
export const http: Part = {
  name: "http",
  async run(leaveOut) {
    const figures = await onSqlite();
    const server = await findMariadb();
    if (server === null) leaveOut("GET /v1/models on MariaDB", "no MariaDB");
    else figures.push(...(await onMariadb(server)));
    return figures;
  },
};
