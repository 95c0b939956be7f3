import type { Directory } from '../directory.ts'
import { isActive } from './superior.ts'

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
