export type Call = (...given: unknown[]) => unknown;

/**
 * Returns a proxy of a driver whose functions are replaced, and that answers with `instead` where it has a value of
 * that name. Replaced functions are told to run on the driver itself, because private fields need that. The proxy's
 * target is an empty object, because a proxy of a frozen driver could not replace anything.
 */
export function seeThrough<D extends object>(
  raw: D,
  replace: (call: Call) => Call,
  instead: Readonly<Record<string, unknown>> = {},
): D {
  const replaced = new WeakMap<Call, Call>();
  const seen = (key: string | symbol): unknown => {
    if (typeof key === "string" && Object.hasOwn(instead, key)) return instead[key];
    const value: unknown = Reflect.get(raw, key);
    if (typeof value !== "function") return value;
    const call = value as Call;
    const known = replaced.get(call) ?? replace(call);
    replaced.set(call, known);
    return known;
  };
  return new Proxy({} as D, {
    get: (_target, key) => seen(key),
    has: (_target, key) => Reflect.has(raw, key),
    ownKeys: () => Reflect.ownKeys(raw),
    getOwnPropertyDescriptor: (_target, key) =>
      Object.hasOwn(raw, key) ? { value: seen(key), enumerable: true, configurable: true } : undefined,
    getPrototypeOf: () => Reflect.getPrototypeOf(raw),
    set: (_target, key, value) => Reflect.set(raw, key, value),
  });
}
