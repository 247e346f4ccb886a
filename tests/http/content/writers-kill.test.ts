import test from "ava";
import type * as Y from "yjs";
import { LiveDraft } from "../../../examples/live-draft/live-draft.js";
import { type Person, signUp } from "../../helpers/client.js";
import { dealt } from "../../helpers/dealt.js";
import { makeProject } from "../../helpers/make-project.js";
import { isInRings } from "../../helpers/of-rings.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { field, postType } from "../../helpers/post-type.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";

let site: Site;
test.before(async () => {
  site = await openSite();
});
test.after.always(() => site?.close());

const IS_LONG = process.env.KILN_LONG !== undefined;
/** Number of kills, and number of editors at once in the larger of two cases. */
const ROUNDS = IS_LONG ? 3 : isInRings() ? 1 : 2;
const MANY = IS_LONG ? 16 : 8;
/** Approximate number of edits that each editor and form has acknowledged before the process is killed. */
const EACH = IS_LONG ? 10 : 4;
const block = (key: string) => ({
  _type: "block",
  _key: key,
  children: [{ _type: "span", _key: "s", text: "" }],
});
const KEYS = ["a", "b", "c"];

/** Writer whose requests go to the present process and are repeated until one is answered. */
class Door {
  process: { url: string };
  readonly ann: Person;

  constructor(process: { url: string }, ann: Person) {
    this.process = process;
    this.ann = ann;
  }

  async send(method: string, path: string, body?: unknown) {
    for (;;) {
      const answer = await this.ann.api
        .at(this.process.url)
        .send(method, path, { body })
        .catch(() => null);
      if (answer !== null && answer.status !== 503) return answer;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

for (const editors of dealt([1, MANY]))
  test.serial(
    `${editors} live editors beside ${editors === 1 ? "one form" : `${Math.ceil(editors / 4)} forms`} that move blocks lose no acknowledged letter while the process is killed (rules/content 23)`,
    async (t) => {
      const first = await site.start();
      let dying: KilnProcess | null = first;
      const door = new Door(first, await signUp(first.url));
      const projectId = await makeProject(door.ann);
      await postType(door.ann.api.at(first.url), projectId, `page${editors}`, [
        field("body", { type: "portableText" }),
        field("notes", { type: "text" }),
        field("log", { type: "array", of: { type: "string" } }),
      ]);
      const made = await door.send("POST", `/v1/projects/${projectId}/content/documents`, {
        type: `page${editors}`,
        draft: { body: KEYS.map(block) },
      });
      const path = `/v1/content/documents/${made.body.document.id}`;
      const words: string[] = [];
      const entries: string[] = [];
      const state = { isOver: false };

      const edit = async (who: number) => {
        const live = await LiveDraft.open((...request) => door.send(...request), made.body.document.id);
        for (let turn = 0; !state.isOver || turn < 3; turn++) {
          const word = `<${who}.${turn}>`;
          const fields = live.doc.getMap("fields");
          if (turn % 3 === 0) (fields.get("notes") as Y.Text).insert(0, word);
          else {
            const blocks = (fields.get("body") as Y.Array<Y.Map<Y.Array<Y.Map<Y.Text>>>>).toArray();
            const text = blocks[turn % blocks.length]?.get("children")?.get(0).get("text") as Y.Text;
            text.insert(text.length, word);
          }
          await live.sync();
          words.push(word);
        }
        return live;
      };
      // The writer reads, moves and adds, and saves only onto what it has read.
      const save = async (who: number) => {
        for (let turn = 0; !state.isOver; turn++) {
          const entry = `${who}.${turn}`;
          const { document } = (await door.send("GET", path)).body;
          const { draftVersion: baseVersion, draft } = document;
          if (draft.log?.includes(entry)) continue;
          const body = (draft.body as unknown[]).toReversed();
          const log = [...(draft.log ?? []), entry];
          const answer =
            turn % 2 === 0
              ? await door.send("PUT", path, { draft: { ...draft, body, log }, baseVersion })
              : await door.send("PATCH", path, { draft: { body, log }, baseVersion });
          t.true([200, 409].includes(answer.status), JSON.stringify(answer.body));
          if (answer.status === 200) entries.push(entry);
        }
      };
      const writers = Array.from({ length: editors }, (_, who) => edit(who));
      const savers = Array.from({ length: Math.ceil(editors / 4) }, (_, who) => save(who));
      for (let round = 0; round < ROUNDS; round++) {
        const before = words.length + entries.length;
        while (words.length + entries.length < before + EACH * (editors + 1))
          await new Promise((resolve) => setTimeout(resolve, 20));
        await dying?.end();
        dying = round < ROUNDS - 1 ? await site.start() : null;
        door.process = dying ?? (await site.startHere());
      }
      state.isOver = true;
      const lives = await Promise.all(writers);
      await Promise.all(savers);
      for (const live of [...lives, ...lives]) await live.sync();
      const { draft } = (await door.send("GET", path)).body.document;
      const said = JSON.stringify(draft);
      for (const word of words) t.is(said.split(word).length, 2, `${word} is there once`);
      for (const entry of entries) t.true(draft.log.includes(entry), entry);
      t.deepEqual(draft.body.map(({ _key }: { _key: string }) => _key).toSorted(), KEYS);
      t.log(`${words.length} words, ${entries.length} saves`);
      await site.endAll();
    },
  );
