import { splitName } from '#kernel/wording/names.ts'
import { type TokenClaims, tokenClaimsOf } from './token-claims.ts'
import type { Changes, Detail, Details, ForeignDirectory, ForeignPerson, KnownDirectory, KnownPerson, PersonChange,
  Untaken } from './foreign.ts'
import { type Units, unitsOf } from './matched-units.ts'

/**
 * Finds the changes that would make the people of ours those of a directory. People whom it never knew stay as they
 * are; nobody is deleted, and one administrator always remains.
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
  // a record without an id may be any of the people who seem to be gone
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

/** By the directory's own id; the first time by user name. */
function matching(people: readonly KnownPerson[]): (person: Pick<ForeignPerson, 'id' | 'userName'>) => KnownPerson | undefined {
  const present = people.filter(({ deleted }) => !deleted)
  const byId = new Map(present.flatMap((person) => (person.outerId === null ? [] : [[person.outerId, person] as const])))
  const byName = new Map(
    present.filter(({ outerId }) => outerId === null).map((person) => [person.userName.toLowerCase(), person] as const),
  )
  return ({ id, userName }) => byId.get(id) ?? byName.get(signInName(userName)?.toLowerCase() ?? '')
}

const shape = /^[A-Za-z0-9._-]{2,30}$/

/** The user name of an account: the directory's, or what stands before the @ of an address. */
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

/** Brings somebody of ours up to date. */
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

/** A level is named by its value or by its label in either language. */
function detailsOf({ name, email, phone, jobNumber, position, positionLevel: named }: ForeignPerson,
  levels: DifferenceContext['levels']): Details {
  const positionLevel = named && (levels.get(named.toLowerCase()) ?? named)
  return Object.fromEntries(
    Object.entries({ name, email, phone, jobNumber, position, positionLevel }).filter(([, value]) => value !== undefined),
  )
}

/** Those that are not so already; a name without an English half says nothing about the one that is there. */
function different(mine: KnownPerson, details: Details): Details {
  const isSame = (detail: Detail, value: string) =>
    mine[detail] === value || (detail === 'name' && (splitName(mine.name).cn === value || splitName(mine.name).en === value))
  return Object.fromEntries(Object.entries(details).filter(([detail, value]) => !isSame(detail as Detail, value)))
}
