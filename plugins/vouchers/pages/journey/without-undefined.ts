type Present<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> }

/** Copies an object without its undefined properties. */
export const withoutUndefined = <Value extends object>(value: Value): Present<Value> =>
  Object.fromEntries(Object.entries(value).filter(([, held]) => held !== undefined)) as Present<Value>
