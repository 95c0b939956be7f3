/** Memoises a function of an immutable object in a WeakMap. */
export function memoize<Source extends object, Result>(derive: (source: Source) => Result): (source: Source) => Result {
  const known = new WeakMap<Source, { readonly result: Result }>()
  return (source) => {
    let found = known.get(source)
    if (!found) known.set(source, found = { result: derive(source) })
    return found.result
  }
}
