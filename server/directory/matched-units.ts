import { listsByKey } from '#server/identity/lists-by-key.ts'
import { splitName } from '#kernel/wording/names.ts'
import type { ForeignPerson, ForeignUnit, KnownUnit } from './foreign.ts'

/** The groups outside that are units of ours. */
export interface Units {
  readonly tied: readonly { readonly unit: string; readonly outerId: string }[]
  /** Names of the other groups. */
  readonly strange: readonly string[]
  /** The departments of a person from now on, main department first; undefined where that is so already or the directory does not say. */
  departmentsOf(person: ForeignPerson, now: readonly string[]): readonly string[] | undefined
}

/**
 * A group is a unit that was tied to it before, or one whose code or name it bears; other groups are for other purposes.
 * Memberships of units that no group stands for are kept.
 */
export function unitsOf(known: readonly KnownUnit[], foreign: readonly ForeignUnit[]): Units {
  const find = finder(known)
  const pairs = foreign.map((group) => ({ group, unit: find(group) }))
  const matched = pairs.flatMap(({ group, unit }) => (unit ? [{ group, unit }] : []))
  const linked = new Set(matched.map(({ unit }) => unit.id))
  const byMember = listsByKey(matched.flatMap(({ group, unit }) => group.members.map((member) => [member, unit] as const)))
  return {
    tied: matched.filter(({ group, unit }) => unit.outerId !== group.id).map(({ group, unit }) => ({ unit: unit.id, outerId: group.id })),
    strange: pairs.filter(({ unit }) => !unit).map(({ group }) => group.name),
    departmentsOf({ id, department = '' }, now) {
      const theirs = byMember.get(id) ?? []
      if (theirs.length === 0) return undefined
      const all = [...new Set([...theirs.map((unit) => unit.id), ...now.filter((unit) => !linked.has(unit))])]
      const main = theirs.find((unit) => isNamed(unit, department))?.id ?? now.find((unit) => all.includes(unit)) ?? all[0]
      const ordered = all.toSorted((one, other) => rank(one, main, now) - rank(other, main, now))
      return ordered.join(' ') === now.join(' ') ? undefined : ordered
    },
  }
}

/** The main one first, then those that were there, in their order. */
const rank = (unit: string, main: string | undefined,
  now: readonly string[]) => (unit === main ? -1 : now.includes(unit) ? now.indexOf(unit) : now.length)

const isNamed = ({ code, name }: KnownUnit, text: string) =>
  text !== '' && [code, name, splitName(name).cn, splitName(name).en].some((each) => each?.toLowerCase() === text.toLowerCase())

/** Names that several units bear name none of them. */
function finder(known: readonly KnownUnit[]): (group: ForeignUnit) => KnownUnit | undefined {
  const used = new Set<string>()
  const alone = (text: string) => {
    const found = known.filter((unit) => unit.outerId === null && !used.has(unit.id) && isNamed(unit, text))
    return found.length === 1 ? found[0] : undefined
  }
  return ({ id, code = '', name }) => {
    const found = known.find(({ outerId }) => outerId === id) ?? alone(code) ?? alone(name)
    if (found) used.add(found.id)
    return found
  }
}
