import test from "ava";
import { checkNarrowHost } from "../../../checks/narrow-host.js";

const found = (text: string) =>
  checkNarrowHost([{ path: "services/area/verb.ts", text }]).map(({ line, message }) => [line, message]);

test("a function that takes all of Host and uses few members of it is told which to name", (t) => {
  const said = 'takes all of Host and uses read, log: write Pick<Host, "read" | "log">';
  for (const text of [
    "export async function f(\n  host: Host, id: string): Promise<{ a: string }> {\n  host.log.info(await host.read.query(`a ${id}`));\n}",
    "export const f = (\n  host: Host, { id }: { id: string }) =>\n  host.log.info(host.read, id);",
    "export const f =\n (host: Host) => async () => {\n  const { read, log: own } = host;\n  own.info(read);\n};",
  ]) {
    const [[line, message] = []] = found(text);
    t.is(line, 2, text);
    t.is(
      message?.toString().split(": ")[1],
      message?.toString().includes("uses log") ? 'write Pick<Host, "log" | "read">' : said.split(": ")[1],
    );
  }
});

test("a function that uses four members, or passes Host on, is left alone", (t) => {
  for (const text of [
    "function f(host: Host) { return [host.read, host.log, host.call, host.tasks]; }",
    "function f(host: Host) { return g(host, host.read); }",
    "const f = (host: Host) => ({ host, run: () => host.log });",
    "class A { constructor(host: Host) { this.#host = host; this.#log = host.log; } }",
    "interface A { host: Host; }",
    "function f(host: Host) { const { read, ...rest } = host; return [read, rest]; }",
  ])
    t.deepEqual(found(text), [], text);
});

test("what a class keeps in a field counts by what its methods use", (t) => {
  const kept = (uses: string) =>
    `class A {\n  readonly #host: Host;\n  constructor(host: Host) { this.#host = host; }\n  b() { ${uses} }\n}`;
  t.deepEqual(found(kept("this.#host.read; this.#host.log;")).length, 0, "it is passed on to the field");
  const alone = "class A {\n  readonly #host: Host;\n  b() { this.#host.read; this.#host.log; }\n}";
  t.is(found(alone)[0]?.[1], 'takes all of Host and uses read, log: write Pick<Host, "read" | "log">');
});

test("each function counts by itself, and comments do not count", (t) => {
  const text = [
    "const f = (host: Host) => host.read; // host.log host.call host.tasks",
    "const g = (host: Host) => g2(host);",
    "function h(host: Host) { return host.call; }",
  ].join("\n");
  t.deepEqual(
    found(text).map(([line]) => line),
    [1, 3],
  );
});
