import { usePeople } from '#shell/start/directory.ts'
import { useDetailText } from '#shell/detail/text.ts'

/** Returns a check for chosen people: the message for the first one with a personal interest in the document, else false. */
export function useOwnDocument(excluded: readonly string[] = []): (picked: readonly string[]) => string | false {
  const { any, name } = useDetailText()
  const known = usePeople(excluded)
  return (picked) => {
    const own = picked.find((id) => excluded.includes(id))
    return own !== undefined && any('approval.ownDocument', { name: name(known.get(own)?.name ?? '') })
  }
}
