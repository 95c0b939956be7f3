import { useState } from 'react'
import { reads, useRead } from '#shell/start/reads.ts'
import { useDetailText } from '#shell/detail/text.ts'
import { useOwnDocument } from './use-own-document.ts'

/** A choice of exactly one person: choosing a second one shows a warning and clears the choice. */
export function useOnePerson({ mayBeSelf, excluded }: { mayBeSelf: boolean; excluded?: readonly string[] }) {
  const { any } = useDetailText()
  const ownDocument = useOwnDocument(excluded)
  const user = useRead(reads.user)
  const [people, setPeople] = useState<readonly string[]>([])
  const problemOf = (picked: readonly string[]): string | false => {
    if (picked.length !== 1) return any('approval.transferOne')
    if (!mayBeSelf && picked[0] === user?.id) return any('approval.transferSelf')
    return ownDocument(picked)
  }
  return {
    people,
    /** The problem of the current choice. */
    problem: () => problemOf(people),
    /** Sets the choice; returns its problem, if any. */
    take(picked: readonly string[]): string | false {
      setPeople(picked.length > 1 ? [] : picked)
      return picked.length > 0 && problemOf(picked)
    },
  }
}
