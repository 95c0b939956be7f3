import './tables.ts'
import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { instantOf, nowOf } from '#kernel/values/dates.ts'
import type { Label } from '#kernel/wording/label.ts'
import { isUniqueViolation } from '#server/database/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Host } from '#server/host.ts'
import { columnsOf, type ResourceColumn } from '#server/resources/columns.ts'
import { shapeDesignedTable } from '#server/resources/designed-tables.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import { converted, kindName, needsConversion, notConvertible } from '../../registers/conversion.ts'
import { designedRegister, uniqueKeys } from '../../registers/register.ts'
import type { Conversion, DryRun, RegisterContent } from '../../registers/wire.ts'
import { lastFields, publishedRegisters, type StoredRegister } from './designs.ts'

/** Records that one statement converts. */
const batch = 5_000

/** Examples of values and records that a dry run names. */
const examples = 20

/** The values of one field, before and after its kind changes. */
interface ConvertedField {
  readonly key: string
  readonly column: ResourceColumn
  readonly rows: readonly { readonly id: string; readonly isLive: boolean; readonly name: string; readonly before: unknown;
    readonly after: unknown }[]
}

/** Dry run: the effect of a content on the stored records. */
export async function dryRun(db: Db, host: Pick<Host, 'dictionary'>, design: StoredRegister, content: RegisterContent): Promise<DryRun> {
  if (design.version === null) return { records: 0, conversions: [], missing: [], repeated: [], removed: [] }
  const last = await lastFields(db, design.id)
  const { table } = designedRegister({ content, isStopped: false })
  const { rows: [counted] } = await sql<{ count: string }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  const fields = await convertedFields(db, host, content, last)
  return {
    records: Number(counted?.count ?? 0),
    conversions: fields.map((field) => conversionOf(field, content, last)),
    missing: await missingValues(db, content, last),
    repeated: await repeatedKeys(db, content, last, new Set(fields.map(({ key }) => key))),
    removed: [...last].filter(([key]) => !Object.hasOwn(content.fields, key)).map(([, field]) => labelOf(field)),
  }
}

const labelOf = ({ cn, en }: Label): Label => ({ cn, en })

function conversionOf({ key, rows }: ConvertedField, { fields }: RegisterContent, last: ReadonlyMap<string, FieldDefinition>): Conversion {
  const live = rows.filter(({ isLive }) => isLive)
  const refused = live.filter(({ after }) => after === notConvertible)
  const seen = new Map(refused.map(({ name, before }) => [JSON.stringify(before), { record: name, value: worded(before) }]))
  return { key, field: labelOf(fields[key]!), from: kindName(last.get(key)!), to: kindName(fields[key]!),
    converted: live.length - refused.length, refused: refused.length, examples: [...seen.values()].slice(0, examples) }
}

const worded = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100)

/** The values of every field whose kind changes. */
async function convertedFields(db: Db, host: Pick<Host, 'dictionary'>, content: RegisterContent,
  last: ReadonlyMap<string, FieldDefinition>): Promise<readonly ConvertedField[]> {
  const changed = Object.entries(content.fields).flatMap(([key, after]) => {
    const before = last.get(key)
    return before && needsConversion(before, after) ? [{ key, before, after }] : []
  })
  if (changed.length === 0) return []
  const resource = designedRegister({ content, isStopped: false })
  const columns = columnsOf(resource)
  const label = await host.dictionary(db)
  const name = last.has(content.key) ? sql.ref(columns.get(content.key)!.name) : sql`id`
  const fields: ConvertedField[] = []
  for (const { key, before, after } of changed) {
    const column = columns.get(key)
    if (!column || kindOf(before).holds === 'nothing') continue
    const { rows } = await sql<{ id: string; live: boolean; name: string | null; value: unknown }>`
      select id, del_flag = 0 as live, ${name}::text as name, ${sql.ref(column.name)} as value from ${sql.table(resource.table)}
      where ${sql.ref(column.name)} is not null order by id`.execute(db)
    fields.push({ key, column, rows: rows.flatMap(({ id, live, name: called, value }) => {
      const shown = value instanceof Date ? nowOf(value) : value
      const next = converted(shown, before, after, (dictionary, item) => label(dictionary, item) !== null)
      return next === null ? [] : [{ id, isLive: live, name: called ?? id, before: shown, after: next }]
    }) })
  }
  return fields
}

/** Fields that were not required before, with the records that have no value. */
async function missingValues(db: Db, content: RegisterContent, last: ReadonlyMap<string, FieldDefinition>): Promise<DryRun['missing']> {
  const resource = designedRegister({ content, isStopped: false })
  const missing: DryRun['missing'][number][] = []
  const required = [...columnsOf(resource).values()].filter(({ wire, field }) =>
    field?.required === true && last.get(wire)?.required !== true
  )
  for (const column of required) {
    const { rows: [found] } = await sql<{ count: string }>`select count(*) as count from ${sql.table(resource.table)}
      where del_flag = 0 and ${last.has(column.wire) ? isEmpty(column) : sql`true`}`.execute(db)
    const records = Number(found?.count)
    if (records > 0) missing.push({ field: labelOf(column.field!), records })
  }
  return missing
}

const isEmpty = ({ name, type }: ResourceColumn) =>
  type === 'texts' ? sql`cardinality(${sql.ref(name)}) = 0` : sql`${sql.ref(name)} is null`

/** Unique keys of stored fields that records have alike; those of a field that is converted are judged when it is. */
async function repeatedKeys(db: Db, content: RegisterContent, last: ReadonlyMap<string, FieldDefinition>,
  changing: ReadonlySet<string>): Promise<DryRun['repeated']> {
  const { table, ...resource } = designedRegister({ content, isStopped: false })
  const columns = columnsOf({ ...resource, table })
  const repeated: DryRun['repeated'][number][] = []
  for (const keys of uniqueKeys(content)) {
    if (keys.some((key) => !last.has(key) || changing.has(key))) continue
    const names = sql.join(keys.map((key) => sql.ref(columns.get(key)!.name)))
    const present = sql.join(keys.map((key) => sql`${sql.ref(columns.get(key)!.name)} is not null`), sql` and `)
    const { rows } = await sql<{ count: string; value: string }>`select count(*) as count, concat_ws(' · ', ${names}) as value
      from ${sql.table(table)} where del_flag = 0 and ${present} group by ${names} having count(*) > 1 order by count(*) desc`.execute(db)
    if (rows.length > 0)
      repeated.push({ fields: keys.map((key) => labelOf(content.fields[key]!)), records: rows.reduce((sum, row) =>
        sum + Number(row.count), 0), examples: rows.slice(0, examples).map(({ value }) => value) })
  }
  return repeated
}

/** The caller and the time of a change of records; `host` names the entries of dictionaries. */
interface StoringContext extends Pick<CommandContext, 'db' | 'at'> {
  readonly host: Pick<Host, 'dictionary'>
  readonly caller: Pick<CommandContext['caller'], 'id'>
}

/**
 * Gives the records of a register the columns, indexes and unique keys of a content, and converts the values of fields whose kind changes;
 * each converted record says so in its history.
 * @throws Refused where a value has none of the new kind, or records have a unique key alike
 */
export async function storeAs(context: StoringContext, design: StoredRegister, content: RegisterContent, version: number): Promise<void> {
  const { db, host } = context
  await sql`set local statement_timeout = '5min'`.execute(db)
  const resource = designedRegister({ content, isStopped: false })
  const fields = design.version === null && !(await hasTable(db, resource.table))
    ? []
    : await convertedFields(db, host, content, await lastFields(db, design.id))
  const refused = fields.flatMap(({ key, rows }) => {
    const count = rows.filter(({ isLive, after }) => isLive && after === notConvertible).length
    return count > 0 ? [{ field: `fields › ${key}`, code: 'designer.register.notConvertible', parameters: { count } }] : []
  })
  if (refused.length > 0) throw new Refused('designer.notPublishable', { count: refused.length }, refused)
  await shapeDesignedTable(db, resource, uniqueKeys(content)).catch(repeatedRefusal)
  for (const field of fields) await fill(context, { table: resource.table, version }, field).catch(repeatedRefusal)
}

/** Brings the indexes of all registers in line with what lists need in this release; a restored database has none of them. */
export async function ensureRegisterTables({ db }: Pick<Host, 'db'>): Promise<void> {
  const registers = await publishedRegisters(db)
  for (const register of registers) {
    await transaction(db, async (tx) => {
      await sql`set local statement_timeout = '5min'`.execute(tx)
      await shapeDesignedTable(tx, designedRegister(register), uniqueKeys(register.content))
    })
  }
}

async function hasTable(db: Db, table: string): Promise<boolean> {
  return (await db.selectFrom('designed_table').select('name').where('name', '=', table).executeTakeFirst()) !== undefined
}

function repeatedRefusal(error: unknown): never {
  if (isUniqueViolation(error))
    throw Object.assign(new Refused('designer.register.repeated', {}, [{ field: 'unique', code: 'designer.register.repeated' }]), {
      cause: error,
    })
  throw error
}

/** Writes converted values, with a history line for each record whose value is displayed differently afterwards. */
async function fill({ db, caller, at }: StoringContext, { table, version }: { readonly table: string; readonly version: number },
  { key, column, rows }: ConvertedField): Promise<void> {
  for (let start = 0; start < rows.length; start += batch) {
    const part = rows.slice(start, start + batch)
    const kept = part.filter(({ after }) => after !== notConvertible)
    await sql`update ${sql.table(table)} set ${sql.ref(column.name)} = ${valueOf(column)}, version = version + 1
      from jsonb_to_recordset(${
      JSON.stringify(kept.map(({ id, after }) => ({ id, v: incoming(after, column) })))
    }::jsonb) given (id text, v jsonb)
      where ${sql.table(table)}.id = given.id`.execute(db)
    const changed = part.filter(({ before, after }) => after === notConvertible || JSON.stringify(before) !== JSON.stringify(after))
    if (changed.length === 0) continue
    await db.insertInto('register_record_change').values(
      changed.map(({ id, before, after }) => ({ register: table, record: id, action: 'converted' as const, design_version: version,
        by: caller.id, at, before: JSON.stringify({ [key]: before }),
        after: JSON.stringify({ [key]: after === notConvertible ? null : after }) })
      ),
    ).execute()
  }
}

const incoming = (value: unknown, { type }: ResourceColumn): unknown =>
  type === 'timestamp' && typeof value === 'string' ? instantOf(value) : value

/** The value of `given.v` as the column takes it. */
function valueOf({ type }: ResourceColumn) {
  if (type === 'json') return sql`given.v`
  if (type === 'texts') return sql`array(select jsonb_array_elements_text(given.v))`
  const types = { text: 'text', decimal: 'numeric', integer: 'integer', boolean: 'boolean', date: 'date',
    timestamp: 'timestamptz' } as const
  return sql`(given.v #>> '{}')::${sql.raw(types[type])}`
}
