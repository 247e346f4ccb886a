import type { FieldDefinition } from "./content-schema.js";

type Definitions = readonly FieldDefinition[];

/** Which definitions a walk over values looks at. */
interface Wanted {
  /** Names the definitions that matter where an object has the field; all when it is left out. */
  own?(definition: FieldDefinition): boolean;
  /** Names the definitions that matter also where an object lacks the field; none when it is left out. */
  absent?(definition: FieldDefinition): boolean;
}

/** The definitions of one list that a walk looks at. */
interface Picked {
  definitions: Definitions;
  /** The indexes of the definitions by their names. */
  indexes: ReadonlyMap<string, number>;
  /** The indexes of the definitions that matter also where they are absent. */
  absent: ReadonlySet<number>;
}

/** An object that has keys for at least a quarter of the definitions is read definition by definition, without sorting. */
const DENSE = 4;

/**
 * Returns a function that picks, of a list of definitions, those that a walk has to look at in one object, in the
 * order of the schema. A draft may have a quarter of a million small objects in a list and its schema 500 fields,
 * so the function takes steps for the object's own keys and for the fields that matter when they are absent,
 * rather than for each definition.
 */
export function fieldPicker({ own = () => true, absent = () => false }: Wanted = {}) {
  // A schema is never changed in place, so what is known of a list of definitions stays true.
  const known = new WeakMap<Definitions, Picked>();

  function pickedOf(all: Definitions): Picked {
    const found = known.get(all);
    if (found !== undefined) return found;
    const definitions = all.filter((definition) => own(definition) || absent(definition));
    const made = {
      definitions,
      indexes: new Map(definitions.map(({ name }, index) => [name, index])),
      absent: new Set(definitions.flatMap((definition, index) => (absent(definition) ? [index] : []))),
    };
    known.set(all, made);
    return made;
  }

  return (all: Definitions, values: Record<string, unknown>): Definitions => {
    const { definitions, indexes, absent } = pickedOf(all);
    if (definitions.length === 0) return NONE;
    const keys = Object.keys(values);
    if (definitions.length <= DENSE * (keys.length + absent.size)) return definitions;
    const found = [...absent];
    for (const key of keys) {
      const index = indexes.get(key);
      if (index !== undefined && !absent.has(index)) found.push(index);
    }
    return found.toSorted(ascending).flatMap((index) => definitions[index] ?? []);
  };
}

const ascending = (one: number, other: number): number => one - other;

const NONE: Definitions = [];

const names = new WeakMap<Definitions, ReadonlySet<string>>();

/** Returns the names of the fields of a list of definitions. */
export function namesOf(definitions: Definitions): ReadonlySet<string> {
  const found = names.get(definitions);
  if (found !== undefined) return found;
  const made = new Set(definitions.map(({ name }) => name));
  names.set(definitions, made);
  return made;
}
