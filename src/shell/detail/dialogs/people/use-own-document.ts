import { usePeople } from '#shell/start/directory.ts'
import { useDetailText } from '#shell/detail/text.ts'

/** Says of the first person chosen whose own document it is that they may not decide on it. */
export function useOwnDocument(excluded: readonly string[] = []): (picked: readonly string[]) => string | false {
  const { any, name } = useDetailText()
  const known = usePeople(excluded)
  return (picked) => {
    const own = picked.find((id) => excluded.includes(id))
    return own !== undefined && any('approval.ownDocument', { name: name(known.get(own)?.name ?? '') })
  }
}
