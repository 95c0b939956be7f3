import { type RawBuilder, sql } from 'kysely'
import { type Resource, scopeOf } from '#kernel/resource.ts'
import { withClient } from '#server/database/client.ts'
import type { TestDatabase } from '#server/database/testing.ts'
import { type ResourceColumn, columnsOf } from '#server/resources/columns.ts'
import { boundField } from '#server/resources/facts.ts'
import { opens, people, type ScopePerson, seesAll, units } from './scope-company.ts'

/** The facts that decide about a made-up record. */
export interface MadeRecord {
  readonly id: string
  readonly departments: readonly string[]
  readonly owner: string
  readonly enabled: boolean
}

/** Fills the table of a resource with a record for each department, owner and state that could decide. */
export async function fill(database: TestDatabase, resource: Resource): Promise<readonly MadeRecord[]> {
  const { table } = resource
  // A copy takes its place, whose constraints do not hinder made-up records.
  await withClient(database.owner, async (client) => {
    await client.query(`alter table ${table} rename to former_${table}`)
    await client.query(`create table ${table} as table former_${table} with no data`)
    await client.query(`grant select, insert, update on ${table} to public`)
  })
  const made = madeFor(resource)
  const columns = [...columnsOf(resource).values()].filter(({ wire }) => !['id', 'version', 'createBy', 'updateBy'].includes(wire))
  for (const [place, record] of made.entries()) {
    const values: Record<string, unknown> = { id: record.id, version: 0, del_flag: 0, pinyin: '',
      create_by: people[place % people.length]?.id, ...Object.fromEntries(columns.map((column) => [column.name, filler(column, place)])) }
    await insert(database, table, { ...values, ...deciding(resource, record) })
  }
  return made
}

/** Returns whether a person sees a record, by what the declaration says and nothing else. */
export function sees(resource: Resource, person: ScopePerson, { departments, owner }: MadeRecord): boolean {
  const scope = scopeOf(resource)
  if (!scope || seesAll(person)) return true
  if (scope.owner !== undefined && owner === person.id) return true
  if (scope.departments === undefined) return false
  return departments.some((id) => opens(person, id)) || (departments.length === 0 && scope.emptyMeansAll === true)
}

/** Returns whether a form offers a record: it is in use and, where records belong to departments and people, one that the person sees. */
export function isOffered(resource: Resource, person: ScopePerson, record: MadeRecord): boolean {
  const isFree = record.departments.length === 0 || !isBound(resource)
  const isOpen = isPersonal(resource)
    ? sees(resource, person, record)
    : isFree || record.departments.some((id) => person.departments.includes(id))
  return (record.enabled || resource.enable === undefined) && isOpen
}

/** Returns whether records belong to departments and people; those of a list that may be empty are only bound to departments. */
export const isPersonal = (resource: Resource): boolean => scopeOf(resource) !== undefined && scopeOf(resource)?.emptyMeansAll !== true

/** Departments, of those that a record names: lists of them bind it. */
const isBound = (resource: Resource) => boundField(resource) !== undefined

function madeFor(resource: Resource): MadeRecord[] {
  const { emptyMeansAll } = scopeOf(resource) ?? {}
  const one = units.map(({ id }) => [id])
  const lists = isBound(resource)
    ? [[], ...one, ['finance', 'smt'], ['gone']]
    : scopeOf(resource)
    ? [...(emptyMeansAll ? [[]] : []), ...one]
    : one.slice(0, 5)
  const owners = ['nobody here', ...people.filter(({ admin }) => !admin).map(({ id }) => id)]
  const byDepartment = lists.map((departments, place) => ({ departments, owner: 'nobody here', enabled: place % 5 !== 4 }))
  const byOwner = scopeOf(resource)?.owner === undefined ? [] : owners.map((owner) => ({ departments: ['workshop'], owner, enabled: true }))
  return [...byDepartment, ...byOwner].map((record, place) => ({ ...record, id: `${resource.name}-${place}` }))
}

/** The columns that decide, as the record says. */
function deciding(resource: Resource, { departments, owner, enabled }: MadeRecord): Record<string, unknown> {
  const { departments: scoped = boundField(resource), owner: owned } = scopeOf(resource) ?? {}
  return { ...held(resource, scoped, departments), ...held(resource, owned, [owner]), ...held(resource, resource.enable, [enabled]) }
}

/** A list as its column holds it: whole, or its first. */
function held(resource: Resource, wire: string | undefined, values: readonly unknown[]): Record<string, unknown> {
  const column = columnsOf(resource).get(wire ?? '')
  return column ? { [column.name]: column.type === 'texts' ? values : (values[0] ?? null) } : {}
}

/** Something that the column can hold and its field can show. */
function filler({ type, field }: ResourceColumn, place: number): unknown {
  const usual = usualOf(field)
  if (usual !== undefined) return usual
  const fillers: Readonly<Record<ResourceColumn['type'], unknown>> = {
    text: field?.kind === 'text' ? String(place).padStart(2, '0') : null,
    texts: [],
    decimal: '1.00',
    integer: 1,
    boolean: true,
    date: '2026-01-01',
    timestamp: new Date(0),
    json: '[]',
  }
  return fillers[type]
}

/** The first of its options, or a text that it begins with. */
const usualOf = (field: ResourceColumn['field']): string | undefined =>
  field?.options?.[0]?.value ?? /^"([^"]*)"$/.exec(field?.default ?? '')?.[1]

async function insert({ db }: TestDatabase, table: string, values: Readonly<Record<string, unknown>>) {
  const list = (items: readonly RawBuilder<unknown>[]) => sql.join(items)
  await sql`insert into ${sql.table(table)} (${list(Object.keys(values).map((name) => sql`${sql.ref(name)}`))}) values (${
    list(Object.values(values).map((value) => sql`${value}`))
  })`.execute(db)
}
