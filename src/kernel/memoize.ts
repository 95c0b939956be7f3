/** Derives something of an object that does not change, once as long as that lives. */
export function memoize<Source extends object, Result>(derive: (source: Source) => Result): (source: Source) => Result {
  const known = new WeakMap<Source, { readonly result: Result }>()
  return (source) => {
    let found = known.get(source)
    if (!found) known.set(source, found = { result: derive(source) })
    return found.result
  }
}
