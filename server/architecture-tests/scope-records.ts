import { type RawBuilder, sql } from 'kysely'
import { type Resource, scopeOf } from '#kernel/resource.ts'
import { withClient } from '#server/database/connection.ts'
import type { TestDatabase } from '#server/database/testing.ts'
import { type ResourceColumn, columnsOf } from '#server/resources/columns.ts'
import { boundField } from '#server/resources/input.ts'
import { opens, people, type ScopePerson, seesAll, units } from './scope-company.ts'

/** The attributes of a sample record that determine who sees it. */
export interface MadeRecord {
  readonly id: string
  readonly departments: readonly string[]
  readonly owner: string
  readonly enabled: boolean
}

/** Fills the table of a resource with one record per department, owner and state. */
export async function fill(database: TestDatabase, resource: Resource): Promise<readonly MadeRecord[]> {
  const { table } = resource
  // A copy replaces the table, since its constraints would refuse sample records.
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

/** Returns whether a person sees a record, by the declaration only. */
export function sees(resource: Resource, person: ScopePerson, { departments, owner }: MadeRecord): boolean {
  const scope = scopeOf(resource)
  if (!scope || seesAll(person)) return true
  if (scope.owner !== undefined && owner === person.id) return true
  if (scope.departments === undefined) return false
  return departments.some((id) => opens(person, id)) || (departments.length === 0 && scope.emptyMeansAll === true)
}

/** Returns whether a form offers a record: it is enabled and, where records belong to departments and people, visible to the person. */
export function isOffered(resource: Resource, person: ScopePerson, record: MadeRecord): boolean {
  const isFree = record.departments.length === 0 || !isBound(resource)
  const isOpen = isPersonal(resource)
    ? sees(resource, person, record)
    : isFree || record.departments.some((id) => person.departments.includes(id))
  return (record.enabled || resource.enable === undefined) && isOpen
}

/** Returns whether records belong to departments and people; with a list that may be empty they are only bound to departments. */
export const isPersonal = (resource: Resource): boolean => scopeOf(resource) !== undefined && scopeOf(resource)?.emptyMeansAll !== true

/** Returns whether records are bound to a list of departments. */
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

/** The columns that determine visibility, with the values of the record. */
function deciding(resource: Resource, { departments, owner, enabled }: MadeRecord): Record<string, unknown> {
  const { departments: scoped = boundField(resource), owner: owned } = scopeOf(resource) ?? {}
  return { ...held(resource, scoped, departments), ...held(resource, owned, [owner]), ...held(resource, resource.enable, [enabled]) }
}

/** The value of a column: the list, or its first entry. */
function held(resource: Resource, wire: string | undefined, values: readonly unknown[]): Record<string, unknown> {
  const column = columnsOf(resource).get(wire ?? '')
  return column ? { [column.name]: column.type === 'texts' ? values : (values[0] ?? null) } : {}
}

/** A value that is valid for the column and its field. */
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

/** The first of the field's options, or its default text. */
const usualOf = (field: ResourceColumn['field']): string | undefined =>
  field?.options?.[0]?.value ?? /^"([^"]*)"$/.exec(field?.default ?? '')?.[1]

async function insert({ db }: TestDatabase, table: string, values: Readonly<Record<string, unknown>>) {
  const list = (items: readonly RawBuilder<unknown>[]) => sql.join(items)
  await sql`insert into ${sql.table(table)} (${list(Object.keys(values).map((name) => sql`${sql.ref(name)}`))}) values (${
    list(Object.values(values).map((value) => sql`${value}`))
  })`.execute(db)
}
