import type { FieldDefinition } from "../../../contracts/content-schema.js";
import type { Kiln } from "../../../start.js";
import type { Answer, Client, Person } from "../client.js";
import { Documents, makeType } from "../content.js";
import { joinProject, makeProject } from "../make-project.js";

export type Params = Record<string, unknown>;

const FIELDS: FieldDefinition[] = [{ name: "title", title: "Title", type: "string", localized: true }];

/**
 * One of two people to whom the same things happen in the same order. One of them acts by REST and the other by GraphQL, each on
 * a subject of their own that was made in the same way.
 */
export class Twin {
  readonly kiln: Kiln;
  readonly me: Person;
  /** Person that both twins share, who is invited and who invites. */
  readonly friend: Person;
  /** Id of a shared project in English and German with a type `article`. */
  readonly projectId: string;
  readonly #documents: Documents;
  #types = 0;

  constructor(kiln: Kiln, people: { me: Person; friend: Person }, projectId: string) {
    this.kiln = kiln;
    this.me = people.me;
    this.friend = people.friend;
    this.projectId = projectId;
    this.#documents = new Documents(people.me, projectId);
  }

  static async make(kiln: Kiln, people: { me: Person; friend: Person }): Promise<Twin> {
    const projectId = await makeProject(people.me);
    const twin = new Twin(kiln, people, projectId);
    const locales = [{ code: "en" }, { code: "de" }];
    await twin.does("PUT", `/v1/projects/${projectId}/content/settings`, { defaultLocale: "en", locales });
    await makeType(kiln, projectId, FIELDS);
    return twin;
  }

  /** Client with the session, which opens every route. */
  get client(): Client {
    return this.me.session;
  }

  /** Sends a request by REST that makes a subject. Throws where it is refused. */
  async does(method: string, path: string, body?: unknown): Promise<Answer["body"]> {
    const answer = await this.client.send(method, path, body === undefined ? {} : { body });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Makes a project of the twin, which others may have joined. Returns its id. */
  project = (joined: readonly Person[] = []): Promise<string> => makeProject(this.me, joined);

  /** Makes a project of the friend to which this twin is invited. Returns the id of the invite. */
  async invited(): Promise<string> {
    const id = await makeProject(this.friend);
    const { body } = await this.friend.api.post(`/v1/projects/${id}/invites`, { email: this.me.email });
    return body.invite.id as string;
  }

  joins = (projectId: string, person: Person): Promise<void> => joinProject(this.me, projectId, person);

  /** Makes a draft and returns its id. */
  document = (title: unknown = "Pots"): Promise<string> => this.#documents.make({ title });
  published = (): Promise<string> => this.#documents.makePublished({ title: "Pots" });

  /** Makes a type without documents and returns its id. */
  type = (): Promise<string> => makeType(this.kiln, this.projectId, FIELDS, `other${(this.#types += 1)}`);
}
