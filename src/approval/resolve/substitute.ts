import type { Directory } from '../directory.ts'
import { nameOf, reason } from '../reason.ts'
import type { Reason } from '../types.ts'
import { isActive, superiorOf } from './superior.ts'

/**
 * The person who acts for somebody who is away now: their substitute, or their superior where no substitute may decide.
 *
 * @returns undefined for a person who is there, and where nobody may act for them
 */
export function actsForAbsent(directory: Directory, person: string, mayNot: (other: string) => boolean): { readonly person: string;
  readonly why: Reason } | undefined {
  const substitute = directory.substitute(person)
  if (substitute === undefined) return undefined
  const name = { name: nameOf(directory, person) }
  const deputy = standIn(directory, person, mayNot)
  if (deputy !== undefined) return { person: deputy, why: reason('reason.substitute', name) }
  // a substitute who is gone is none: nothing says that the person is away
  const above = isActive(directory, substitute) ? superiorOf(directory, person, undefined, mayNot) : undefined
  return above && { person: above.person, why: reason('reason.awayToSuperior', name) }
}

/**
 * The substitute of a person at this moment: the last of a chain of substitutes who is present and may decide.
 *
 * A chain that comes back to someone in it ends before.
 */
export function standIn(directory: Directory, person: string, mayNot: (other: string) => boolean): string | undefined {
  const seen = new Set([person])
  let last: string | undefined
  let next = directory.substitute(person)
  while (next !== undefined && !seen.has(next)) {
    seen.add(next)
    if (isActive(directory, next) && !mayNot(next)) last = next
    next = directory.substitute(next)
  }
  return last
}
