/** Strings; those of a field with fixed choices are equal to one of them or none. */
export interface TextFilter<Choice extends string = string> {
  eq?: Choice;
  /** Also matches when there is no value. */
  ne?: Choice;
  /** 1 to 50 values. */
  in?: readonly Choice[];
  lt?: string;
  lte?: string;
  gt?: string;
  gte?: string;
  /** Regardless of case. */
  contains?: string;
  /** Whether there is a value that is not empty. */
  exists?: boolean;
}

interface OrderedFilter<Operand> {
  eq?: Operand;
  /** Also matches when there is no value. */
  ne?: Operand;
  /** 1 to 50 values. */
  in?: readonly Operand[];
  lt?: Operand;
  lte?: Operand;
  gt?: Operand;
  gte?: Operand;
  exists?: boolean;
}

export interface NumberFilter extends OrderedFilter<number> {}

/** Moments: ISO 8601, or a Date. */
export interface InstantFilter extends OrderedFilter<string | Date> {}

export interface FlagFilter {
  eq?: boolean;
  /** Also matches when there is no value. */
  ne?: boolean;
  in?: readonly boolean[];
  exists?: boolean;
}

/** Of fields that have no order: whether there is a value that is not empty. */
export interface ExistsFilter {
  exists?: boolean;
}

/** Several fields, and several operators of one, are joined by and. */
export interface Filter<Where> {
  _id?: TextFilter;
  _status?: TextFilter<"draft" | "published" | "changed">;
  _createdAt?: InstantFilter;
  _updatedAt?: InstantFilter;
  _publishedAt?: InstantFilter;
  and?: readonly Where[];
  or?: readonly Where[];
  not?: Where;
}

/** System fields that sort. */
export type SystemSort = "_id" | "_status" | "_createdAt" | "_updatedAt" | "_publishedAt";
