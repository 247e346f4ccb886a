import { join } from "node:path";
import { startKiln } from "../../start.js";
import { makeArticle, makeArticles } from "../../tests/helpers/articles.js";
import { type Person, signUp } from "../../tests/helpers/client.js";
import { copyId, insertCopies } from "../../tests/helpers/insert-copies.js";
import { insertObject } from "../../tests/helpers/insert-object.js";
import { placeThumbnails } from "./place-thumbnails.js";

export const FILES = 10_000;
export const DOCUMENTS = 100_000;

/**
 * Fills a data folder with a person who has a large library and a long list of documents. The process has ended when this
 * returns.
 */
export async function seed(dataDir: string): Promise<Pick<Person, "email" | "password">> {
  const kiln = await startKiln({
    PORT: "0",
    HOST: "127.0.0.1",
    LOG_LEVEL: "fatal",
    DATA_DIR: dataDir,
    PLUGINS_DIR: join(dataDir, "plugins.d"),
    MOCK_PROVIDER: "1",
    SIGNUP_CREDITS: "1000000",
  });
  try {
    const person = await signUp(kiln.url);
    const file = await insertObject(kiln, person.id, {
      filename: "File 0",
      sizeBytes: 200_000,
      thumb: "ready",
      width: 1024,
      height: 768,
      measuredAt: 1_000_000,
      createdAt: 1_000_000,
    });
    await insertCopies(kiln, {
      table: "storage_objects",
      id: file,
      count: FILES - 1,
      columns: { filename: "'File ' || n", createdAt: "1000000 + n" },
    });
    await placeThumbnails(dataDir, [file, ...Array.from({ length: FILES - 1 }, (_, at) => copyId(at + 1))]);
    const projectId = (await person.api.get("/v1/projects")).body.defaultProjectId;
    await makeArticles(person.api, projectId);
    const document = await makeArticle(person.api, projectId, { title: { en: "Number 0" } });
    const time = `${Date.now()} + n`;
    await insertCopies(kiln, {
      table: "content_documents",
      id: document,
      count: DOCUMENTS - 1,
      columns: {
        draft: "json_object('title', json_object('en', 'Number ' || n))",
        title: "'Number ' || n",
        titleKey: "'Number ' || n",
        searchTitle: "'number ' || n",
        createdAt: time,
        updatedAt: time,
      },
    });
    return person;
  } finally {
    await kiln.stop();
  }
}
