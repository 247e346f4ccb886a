import type { FieldDefinition } from "../../contracts/content-schema.js";
import type { Host } from "../../runtime/process/host.js";
import type { Answer, Person } from "./client.js";
import { insertType } from "./insert-type.js";

/** Fields of the type that most tests of documents use. */
const ARTICLE: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string", required: true, maxLength: 40 },
  { name: "body", title: "Body", type: "text" },
  { name: "author", title: "Author", type: "reference", to: ["author", "article"] },
];

/** Makes a type, `article` by default, whose titles are in the field `title`. Returns its id. */
export const makeType = (
  { host }: { host: Pick<Host, "transact"> },
  projectId: string,
  fields: FieldDefinition[] = ARTICLE,
  name = "article",
): Promise<string> => insertType(host, projectId, { name, title: name, fields, titleField: "title" });

/** Shortcuts to the document routes of a project. */
export class Documents {
  readonly #person: Person;
  readonly #projectId: string;

  constructor(person: Person, projectId: string) {
    this.#person = person;
    this.#projectId = projectId;
  }

  get #api() {
    return this.#person.api;
  }

  /** Returns the same shortcuts for another person. */
  as(person: Person): Documents {
    return new Documents(person, this.#projectId);
  }

  create = (draft: object, more: object = {}): Promise<Answer> =>
    this.#api.post(`/v1/projects/${this.#projectId}/content/documents`, { type: "article", draft, ...more });
  list = (query = ""): Promise<Answer> =>
    this.#api.get(`/v1/projects/${this.#projectId}/content/documents${query}`);
  get = (id: string): Promise<Answer> => this.#api.get(`/v1/content/documents/${id}`);
  put = (id: string, draft: object): Promise<Answer> =>
    this.#api.put(`/v1/content/documents/${id}`, { draft });
  publish = (id: string, baseVersion: number): Promise<Answer> =>
    this.#api.post(`/v1/content/documents/${id}/publish`, { baseVersion });
  unpublish = (id: string, query = ""): Promise<Answer> =>
    this.#api.post(`/v1/content/documents/${id}/unpublish${query}`);
  delete = (id: string, query = ""): Promise<Answer> =>
    this.#api.delete(`/v1/content/documents/${id}${query}`);
  revisions = (id: string, query = ""): Promise<Answer> =>
    this.#api.get(`/v1/content/documents/${id}/revisions${query}`);
  revision = (id: string, revisionId: string): Promise<Answer> =>
    this.#api.get(`/v1/content/documents/${id}/revisions/${revisionId}`);
  restore = (id: string, revisionId: string, body: object = {}): Promise<Answer> =>
    this.#api.post(`/v1/content/documents/${id}/revisions/${revisionId}/restore`, body);

  /** Makes a document and returns its id. Throws when it is refused. */
  async make(draft: object, more: object = {}): Promise<string> {
    const made = await this.create(draft, more);
    if (made.status !== 200) throw new Error(`create: ${JSON.stringify(made.body)}`);
    return made.body.document.id as string;
  }

  /** Makes and publishes a document and returns its id. */
  async makePublished(draft: object, more: object = {}): Promise<string> {
    const id = await this.make(draft, more);
    const published = await this.publish(id, 1);
    if (published.status !== 200) throw new Error(`publish: ${JSON.stringify(published.body)}`);
    return id;
  }
}
