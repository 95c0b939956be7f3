/** Gathers values under their keys, in the order given. */
export function listsByKey<Key, Value>(pairs: Iterable<readonly [Key, Value]>): Map<Key, Value[]> {
  const lists = new Map<Key, Value[]>()
  for (const [key, value] of pairs) {
    const list = lists.get(key)
    if (list) list.push(value)
    else lists.set(key, [value])
  }
  return lists
}
