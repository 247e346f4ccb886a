import type { AnyDefinition } from "../../contracts/content-values.js";
import { printLiteral, printUnion } from "./print.js";

/** The TypeScript type of a field's value as delivery gives it, the members of a union one by one. `object`: the name of its object type. */
export function writeValue(definition: AnyDefinition, object: string): string[] {
  switch (definition.type) {
    case "string":
      return definition.enum?.map(printLiteral) ?? ["string"];
    case "text":
    case "datetime":
      return ["string"];
    case "number":
      return ["number"];
    case "boolean":
      return ["boolean"];
    case "portableText":
      return ["PortableText"];
    case "media":
      return ["Media"];
    case "reference":
      return [`Reference<${printUnion(definition.to.map(printLiteral))}>`];
    case "object":
      return [object];
    case "array": {
      const items = writeValue(definition.of, object);
      return [items.length > 1 ? `(${printUnion(items)})[]` : `${items[0] ?? "unknown"}[]`];
    }
    default:
      // of a server that is newer than this command
      return ["unknown"];
  }
}
