/** Names of the generated file, each given away once. A content type's own name comes before whatever would repeat it. */
export class Names {
  readonly #taken: Set<string>;

  /** `reserved`: names that mean something else in the file. */
  constructor(reserved: Iterable<string>) {
    this.#taken = new Set(reserved);
  }

  /** The name, or one like it: content has no underscores, so that `Media_` is nobody's. */
  take(wanted: string): string {
    let name = wanted;
    while (this.#taken.has(name)) name += "_";
    this.#taken.add(name);
    return name;
  }
}
