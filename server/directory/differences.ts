import { splitName } from '#kernel/wording/names.ts'
import { listsByKey } from '#server/identity/lists-by-key.ts'
import type { Changes, Detail, Details, ForeignDirectory, ForeignPerson, KnownDirectory, KnownPerson, PersonChange, Untaken, ForeignUnit,
  KnownUnit } from './foreign.ts'

/**
 * Finds the changes that synchronise our people with a directory. People who were never linked to it are unchanged; nobody is deleted,
 * and at least one administrator remains.
 */
export function differences(known: KnownDirectory, foreign: ForeignDirectory): Changes {
  const units = unitsOf(known.units, foreign.units)
  const of = matching(known.people)
  const context = { units, taken: tokenClaimsOf(known), levels: known.levels,
    administrators: { left: known.people.filter(({ admin, enabled, deleted }) => admin && enabled && !deleted).length } }
  const pairs = foreign.people.map((person) => ({ person, mine: of(person) }))
  const unread = foreign.unreadable.map((record) => ({ record, mine: of({ id: record.outerId, userName: record.userName }) }))
  const seen = new Set([...pairs, ...unread].map(({ mine }) => mine?.id))
  const linked = known.people.flatMap(({ outerId, ...person }) => (outerId === null ? [] : [{ ...person, outerId }]))
  // a record without an id may belong to any of the people who seem to be missing
  const isCertain = unread.every(({ record }) => record.outerId !== '')
  const gone = isCertain ? linked.filter(({ id, deleted }) => !deleted && !seen.has(id)) : []
  const results = [
    ...pairs.map(({ person, mine }) => (mine ? changed(mine, person, context) : added(person, context))),
    ...unread.map(({ record, mine }): Untaken => ({ ...record, name: mine?.name ?? record.name, code: 'directory.unreadable' })),
    ...gone.map((person) => (person.enabled ? disabled(person, context, { outerId: person.outerId, isGone: true }) : undefined)),
  ]
  const failed = results.filter((result): result is Untaken => result !== undefined && 'code' in result)
  const left = new Set(failed.map(({ outerId }) => outerId))
  const changes = [
    ...pairs.flatMap((
      { person: { id: outerId, active }, mine },
    ) => (mine && (mine.outerId !== outerId || mine.outerActive !== active) ? [{ id: mine.id, outerId, active }] : [])),
    ...gone.flatMap(({ id, outerId, outerActive }) => (outerActive ? [{ id, outerId, active: false }] : [])),
  ]
  return {
    people: results.filter((result): result is PersonChange => result !== undefined && !('code' in result)),
    failed,
    tied: units.tied,
    known: changes.filter(({ outerId }) => !left.has(outerId)),
    strangeUnits: units.strange,
    linked: linked.length,
  }
}

interface DifferenceContext {
  readonly units: Units
  readonly taken: TokenClaims
  readonly levels: KnownDirectory['levels']
  readonly administrators: { left: number }
}

/** Finds people by the directory's id; the first time by user name. */
function matching(people: readonly KnownPerson[]): (person: Pick<ForeignPerson, 'id' | 'userName'>) => KnownPerson | undefined {
  const present = people.filter(({ deleted }) => !deleted)
  const byId = new Map(present.flatMap((person) => (person.outerId === null ? [] : [[person.outerId, person] as const])))
  const byName = new Map(
    present.filter(({ outerId }) => outerId === null).map((person) => [person.userName.toLowerCase(), person] as const),
  )
  return ({ id, userName }) => byId.get(id) ?? byName.get(signInName(userName)?.toLowerCase() ?? '')
}

const shape = /^[A-Za-z0-9._-]{2,30}$/

/** The user name of an account: the directory's, or the part before the @ of an address. */
function signInName(userName: string): string | undefined {
  return [userName, userName.split('@')[0] ?? ''].find((name) => shape.test(name))
}

/** An inactive person of the directory who is unknown here is not added. */
function added(person: ForeignPerson, { units, taken, levels }: DifferenceContext): PersonChange | Untaken | undefined {
  if (!person.active) return undefined
  const { id: outerId, name = person.userName } = person
  const userName = signInName(person.userName)
  if (!userName) return { outerId, userName: person.userName, name, code: 'directory.userName' }
  const details = detailsOf(person, levels)
  const code = taken.refusal({ userName, ...details })
  if (code) return { outerId, userName, name, code }
  return { kind: 'added', outerId, userName, name, details: { ...details, name }, departments: units.departmentsOf(person, []) ?? [] }
}

function changed(mine: KnownPerson, person: ForeignPerson, context: DifferenceContext): PersonChange | Untaken | undefined {
  if (person.active) return brought(mine, person, context)
  return mine.enabled ? disabled(mine, context, { outerId: person.id, isGone: false }) : undefined
}

/** Finds the changes of a known person. */
function brought(mine: KnownPerson, person: ForeignPerson, { units, taken, levels }: DifferenceContext): PersonChange | Untaken
  | undefined {
  const common = { id: mine.id, outerId: person.id, userName: mine.userName, name: mine.name }
  const details = different(mine, detailsOf(person, levels))
  const code = taken.refusal({ ...details, owner: mine.id })
  if (code) return { ...common, code }
  const departments = units.departmentsOf(person, mine.departments)
  // An account that an administrator disabled here stays disabled.
  const isBack = !mine.enabled && mine.outerActive === false
  if (!isBack && !departments && Object.keys(details).length === 0) return undefined
  return { ...common, kind: departments ? 'moved' : 'updated', details, departments, enable: isBack || undefined }
}

function disabled(mine: KnownPerson, { administrators }: DifferenceContext,
  { outerId, isGone }: { readonly outerId: string; readonly isGone: boolean }): PersonChange | Untaken {
  const { id, userName, name } = mine
  if (mine.admin && administrators.left <= 1) return { outerId, userName, name, code: 'identity.lastAdministrator' }
  if (mine.admin) administrators.left -= 1
  return { kind: 'disabled', id, outerId, userName, name, details: {}, enable: false, isGone }
}

/** A position level is given by its value or its label in either language. */
function detailsOf({ name, email, phone, jobNumber, position, positionLevel: named }: ForeignPerson,
  levels: DifferenceContext['levels']): Details {
  const positionLevel = named && (levels.get(named.toLowerCase()) ?? named)
  return Object.fromEntries(
    Object.entries({ name, email, phone, jobNumber, position, positionLevel }).filter(([, value]) => value !== undefined),
  )
}

/** The details that differ; a name without an English half does not replace one with both halves. */
function different(mine: KnownPerson, details: Details): Details {
  const isSame = (detail: Detail, value: string) =>
    mine[detail] === value || (detail === 'name' && (splitName(mine.name).cn === value || splitName(mine.name).en === value))
  return Object.fromEntries(Object.entries(details).filter(([detail, value]) => !isSame(detail as Detail, value)))
}

type TokenClaim = Partial<Readonly<Record<Detail | 'userName', string>>> & {
  /** Our person's id; absent for a new one. */
  readonly owner?: string
}

/** The owners of user names, addresses, telephones and job numbers; each belongs to one person. */
interface TokenClaims {
  /**
   * Claims values for a person.
   * @returns a locale key where one of them belongs to another person; otherwise they are reserved for this person
   */
  refusal(token: TokenClaim): string | undefined
}

/** Maximum lengths of the columns. */
const longest: Readonly<Record<Detail, number>> = { name: 61, email: 100, phone: 11, jobNumber: 20, position: 60, positionLevel: 30 }

const unique = ['userName', 'email', 'phone', 'jobNumber'] as const

/**
 * Creates the register of values that must be unique: user name, mail, telephone, job number. Each granted claim is considered by the
 * next.
 */
function tokenClaimsOf({ people, levels }: Pick<KnownDirectory, 'people' | 'levels'>): TokenClaims {
  const owners = new Map<string, string>(
    people.flatMap((person) =>
      unique.flatMap((
        key,
      ) => (person[key] !== null && (key === 'userName' || !person.deleted)
        ? [[`${key} ${person[key].toLowerCase()}`, person.id] as const]
        : [])
      )
    ),
  )
  return {
    refusal({ owner = '', ...claim }) {
      const tooLong = Object.entries(longest).find(([detail, length]) => (claim[detail as Detail]?.length ?? 0) > length)
      if (tooLong) return 'directory.tooLong'
      if (claim.positionLevel !== undefined && !levels.has(claim.positionLevel.toLowerCase())) return 'directory.level'
      const claimed = unique.flatMap((key) => (claim[key] === undefined ? [] : [`${key} ${claim[key].toLowerCase()}`]))
      if (claimed.some((text) => (owners.get(text) ?? owner) !== owner || (owner === '' && owners.has(text)))) return 'directory.taken'
      for (const text of claimed) owners.set(text, owner)
      return undefined
    },
  }
}

/** External groups that match units. */
interface Units {
  readonly tied: readonly { readonly unit: string; readonly outerId: string }[]
  /** Names of the other groups. */
  readonly strange: readonly string[]
  /** The new departments of a person, the main one first; undefined where unchanged or unknown to the directory. */
  departmentsOf(person: ForeignPerson, now: readonly string[]): readonly string[] | undefined
}

/**
 * Matches groups to units: by an earlier link, or by code or name; other groups are ignored. Memberships of units without a group are
 * kept.
 */
function unitsOf(known: readonly KnownUnit[], foreign: readonly ForeignUnit[]): Units {
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

/** Sorts the main one first, then existing ones, each in their order. */
const rank = (unit: string, main: string | undefined,
  now: readonly string[]) => (unit === main ? -1 : now.includes(unit) ? now.indexOf(unit) : now.length)

const isNamed = ({ code, name }: KnownUnit, text: string) =>
  text !== '' && [code, name, splitName(name).cn, splitName(name).en].some((each) => each?.toLowerCase() === text.toLowerCase())

/** Finds units by unambiguous names. */
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
