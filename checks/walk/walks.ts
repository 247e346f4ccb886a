import { randomUUID } from "node:crypto";

/** Request that is walked. `prepare` makes what it needs anew each time and returns the request itself. */
export interface Walk {
  name: string;
  title: string;
  prepare(deployment: Deployment): Promise<() => Promise<unknown>>;
}

/** Deployment with one project, one type of articles and a token that reads it. */
export interface Deployment {
  projectId: string;
  /** Calls the API as the project's owner. Throws for any status except 200. */
  owner: Call;
  /** Reads as a website does. */
  reader: Call;
}

export type Call = (method: string, path: string, body?: object) => Promise<Answer>;

/** Parts of answers that the walks read. */
export interface Answer {
  document?: { id: string };
  secret?: string;
}

const makeArticle = async ({ owner, projectId }: Deployment, title: string): Promise<string> => {
  const draft = { title, body: "Clay that was fired." };
  const path = `/v1/projects/${projectId}/content/documents`;
  const { document } = await owner("POST", path, { type: "article", draft });
  return document?.id ?? "";
};

const listOf = ({ projectId }: Deployment, title: string): string => {
  const where = encodeURIComponent(JSON.stringify({ title: { ne: title } }));
  return `/v1/content/${projectId}/documents?type=article&where=${where}&sort=title&limit=10`;
};

/** Reads until the response is cached. The cache admits a response only after it was asked for several times. */
const warm = async (deployment: Deployment, path: string): Promise<void> => {
  for (let time = 0; time < 5; time += 1) await deployment.reader("GET", path);
};

export const WALKS: readonly Walk[] = [
  {
    name: "publish",
    title: "Publish of a draft (`POST /v1/content/documents/:id/publish`)",
    async prepare(deployment) {
      const id = await makeArticle(deployment, randomUUID());
      return () => deployment.owner("POST", `/v1/content/documents/${id}/publish`, { baseVersion: 1 });
    },
  },
  {
    name: "generation",
    title: "Submit of a generation (`POST /v1/generations`)",
    async prepare({ owner }) {
      const params = { kind: "image", prompt: "a kiln [slow=2]", aspectRatio: "1:1", numImages: 1 };
      return () => owner("POST", "/v1/generations", { model: "mock-image", params });
    },
  },
  {
    name: "cold-list",
    title: "List that is computed (`GET /v1/content/:projectId/documents`)",
    async prepare(deployment) {
      const path = listOf(deployment, randomUUID());
      return () => deployment.reader("GET", path);
    },
  },
  {
    name: "warm-list",
    title: "The same list from the cache",
    async prepare(deployment) {
      const path = listOf(deployment, "a title that nobody has");
      await warm(deployment, path);
      return () => deployment.reader("GET", path);
    },
  },
];
