import { once } from "node:events";
import { connect } from "node:net";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { keepConnection } from "../../helpers/keep-connection.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

/** The tests are about clients whose requests and answers meet the end of a process (rules/edge 50; rules/running 14). */
const start = (): Promise<Kiln> => startKiln({ LAME_DUCK_SECONDS: "0" });
const portOf = ({ url }: Kiln): number => Number(new URL(url).port);
const countOf = (text: string) => text.split("HTTP/1.1 ").length - 1;

test.serial(
  "a request on a kept connection that came before the drain is answered, with Connection: close (rules/edge 50)",
  async (t) => {
    const kiln = await start();
    const kept = await keepConnection(portOf(kiln));
    kept.ask("/livez");
    await until(async () => countOf(kept.text()) === 1);
    t.regex(kept.text(), /keep-alive: timeout=72/i);
    kept.ask("/livez");
    await kiln.stop();
    await until(async () => kept.end() !== null);
    t.is(kept.end(), "end");
    t.is(countOf(kept.text()), 2);
    t.regex(kept.text().split("HTTP/1.1 ")[2] ?? "", /^200 [^]*connection: close/i);
  },
);

test.serial(
  "a connection that waits in the line of the port when that is closed is taken, and answered (rules/edge 50)",
  async (t) => {
    const kiln = await start();
    const socket = connect(portOf(kiln), "127.0.0.1").setEncoding("utf8");
    let text = "";
    socket.on("data", (chunk: string) => (text += chunk)).on("error", (error) => (text = String(error)));
    socket.write("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n");
    await Promise.all([kiln.stop(), once(socket, "close")]);
    t.regex(text, /^HTTP\/1\.1 200 /);
  },
);
