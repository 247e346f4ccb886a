import { deepStrictEqual } from "node:assert/strict";
import { Connection } from "../load/connection.js";

interface Answer {
  total: number | null;
  documents: Record<string, unknown>[];
}

/** Reads an answer of any of the forms. */
function read(body: Buffer): Answer {
  const { documents, document, total, data } = JSON.parse(body.toString());
  if (data) return { total: data.allArticle.total, documents: data.allArticle.items };
  return { total: total ?? null, documents: documents ?? [document] };
}

/** Leaves out a document that is published again and again while others are read, and has other content by now. */
const isOther = (id: string) => (document: Record<string, unknown>) => document._id !== id;

/** Asks two servers the same question. Throws unless they give the same documents in the same order, and the same total. */
export async function agree(
  requests: readonly { kiln: Buffer; plain: Buffer }[],
  urls: { kiln: string; plain: string },
  republished: string,
): Promise<void> {
  const [kiln, plain] = await Promise.all([Connection.open(urls.kiln), Connection.open(urls.plain)]);
  try {
    for (const request of requests) {
      const [given, expected] = [read(await kiln.send(request.kiln)), read(await plain.send(request.plain))];
      deepStrictEqual(
        [given.total, given.documents.map(({ _id }) => _id)],
        [expected.total, expected.documents.map(({ _id }) => _id)],
      );
      deepStrictEqual(
        given.documents.filter(isOther(republished)),
        expected.documents.filter(isOther(republished)),
      );
    }
  } finally {
    kiln.close();
    plain.close();
  }
}
