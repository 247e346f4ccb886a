import type { FileUrl } from "../../serving/projection.js";
import type { SelectedField } from "./selection.js";

/** The selection of the fields of media. */
export class SelectedMedia {
  readonly key: string;
  /** True when the selection depends on the project's files. */
  readonly hasUrl: boolean;
  readonly #fields: readonly SelectedField[];

  constructor(fields: readonly SelectedField[]) {
    this.#fields = fields;
    this.key = `{${fields.map(({ responseKey, name }) => `${responseKey}:${name}`).join()}}`;
    this.hasUrl = fields.some(({ name }) => name === "url" || name === "contentType");
  }

  json(storageId: string, file: FileUrl | undefined): string {
    const members = this.#fields.map(({ responseKey, name, parent }) => {
      switch (name) {
        case "storageId":
          return [responseKey, storageId];
        case "url":
          return [responseKey, file?.url ?? null];
        case "contentType":
          return [responseKey, file?.contentType ?? null];
        default:
          return [responseKey, parent];
      }
    });
    return JSON.stringify(Object.fromEntries(members));
  }
}
