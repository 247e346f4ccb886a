import type { Locales } from "../../../contracts/content-locales.js";
import type { Host } from "../../../runtime/host.js";
import { type ContentType, findTypes, readLocales } from "../../content/index.js";
import { ChangeLog } from "./change-log.js";

/** What the content of a project is made of, as of a revision. */
export interface ProjectShape {
  /** Of the newest change of types or settings that it knows: another one means another shape. */
  revision: number;
  types: ReadonlyMap<string, ContentType>;
  typesById: ReadonlyMap<string, ContentType>;
  locales: Locales;
}

/** Types and locales of one project, and the log of its changes, kept exactly fresh. */
export class ProjectContent {
  readonly id: string;
  readonly log: ChangeLog;
  readonly #host: Pick<Host, "read">;
  #shape: ProjectShape | null = null;
  /** Changes up to here are in the shape. */
  #seen: number;
  #loading: Promise<void> | null = null;

  constructor(host: Pick<Host, "read">, id: string, revision: number) {
    this.id = id;
    this.#host = host;
    this.#seen = revision;
    this.log = new ChangeLog(host, id, revision);
  }

  /** The shape with all that was committed up to the revision; no promise where it is at hand. */
  shapeAt(revision: number): ProjectShape | Promise<ProjectShape> {
    const isAtHand = this.#loading === null && this.#seen >= revision;
    return (isAtHand && this.#shape) || this.#loadUpTo(revision);
  }

  async #loadUpTo(revision: number): Promise<ProjectShape> {
    for (;;) {
      if (this.#loading !== null) await this.#loading;
      else if (this.#shape === null || this.#seen < revision) {
        this.#loading = this.#advance(revision).finally(() => (this.#loading = null));
        await this.#loading;
      } else return this.#shape;
    }
  }

  async #advance(revision: number): Promise<void> {
    const shape = this.#shape;
    const changes = shape === null ? null : await this.log.since(this.#seen, revision);
    const last = changes?.findLast(({ kind }) => kind === "type" || kind === "settings");
    // only as far as the changes looked at: the log may have gone on meanwhile, for somebody else
    const seen = Math.max(revision, changes?.at(-1)?.revision ?? revision);
    if (shape === null || changes === null || last !== undefined)
      this.#shape = await this.#load(last?.revision ?? seen);
    this.#seen = seen;
  }

  async #load(revision: number): Promise<ProjectShape> {
    const [types, locales] = await Promise.all([
      findTypes(this.#host.read, this.id),
      readLocales(this.#host.read, this.id),
    ]);
    return {
      revision,
      types: new Map(types.map((type) => [type.name, type])),
      typesById: new Map(types.map((type) => [type.id, type])),
      locales,
    };
  }
}
