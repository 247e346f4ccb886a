import fc from "fast-check";
import type { ContentFields, FieldDefinition } from "../../contracts/content-schema.js";
import { type AnyDefinition } from "../../contracts/content-values.js";

const BLOCKS = [
  {
    _type: "block",
    _key: "a",
    children: [{ _type: "span", _key: "b", text: "x", marks: ["em"] }],
    markDefs: [],
  },
  {
    _type: "block",
    _key: "c",
    style: "h1",
    listItem: null,
    level: 2,
    children: [{ _type: "pin", _key: "d", at: 1 }],
  },
  { _type: "map", _key: "e", zoom: 3, places: [{ name: "x" }] },
];

/** Makes payloads of a schema: for a document that can be published, or for a draft in which any field may be missing. */
export class PayloadOf {
  readonly #locales: readonly string[];
  readonly #isPublished: boolean;

  /** The first of the locales is the default one. */
  constructor(locales: readonly string[], isPublished: boolean) {
    this.#locales = locales;
    this.#isPublished = isPublished;
  }

  fields(fields: readonly FieldDefinition[]): fc.Arbitrary<ContentFields> {
    const required = fields.filter((field) => this.#isPublished && field.required === true);
    return fc.record(Object.fromEntries(fields.map((field) => [field.name, this.#field(field)])), {
      requiredKeys: required.map(({ name }) => name),
    });
  }

  #field(field: FieldDefinition): fc.Arbitrary<unknown> {
    const value = this.#value(field);
    if (field.localized !== true) return value;
    const [first = "en"] = this.#locales;
    return fc.record(Object.fromEntries(this.#locales.map((code) => [code, value])), {
      requiredKeys: this.#isPublished ? [first] : [],
    });
  }

  #value(definition: AnyDefinition): fc.Arbitrary<unknown> {
    switch (definition.type) {
      case "string": {
        const choices = definition.enum?.map((choice) => fc.constant(choice)) ?? [];
        return choices.length > 0 && this.#isPublished
          ? fc.oneof(...choices)
          : fc.oneof(fc.string({ minLength: 1 }), ...choices);
      }
      case "text":
        return fc.string({ minLength: 1 });
      case "number":
        return definition.integer ? fc.integer() : fc.double({ noNaN: true, noDefaultInfinity: true });
      case "boolean":
        return fc.boolean();
      case "datetime":
        return fc.constantFrom("2026-01-01T00:00:00Z", "2026-01-01T02:00:00+02:00");
      case "portableText":
        return fc.subarray(BLOCKS, { minLength: 1 });
      case "media":
        return fc.uuid().map((storageId) => ({ storageId }));
      case "reference":
        return fc.uuid().map((documentId) => ({ documentId }));
      case "object":
        return this.fields(definition.fields);
      case "array":
        return fc.array(this.#value(definition.of), { minLength: 1, maxLength: 3 });
    }
  }
}
