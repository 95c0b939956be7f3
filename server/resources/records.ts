import { Missing, Refused, StateMoved, type FieldProblem } from '#kernel/errors.ts'
import { composeName, bilingual } from '#kernel/wording/names.ts'
import type { Resource } from '#kernel/resource.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { sqlState } from '#server/database/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { pinyinOf } from '#server/identity/organisation/search-text.ts'
import { nowOf, instantOf } from '#kernel/values/dates.ts'
import { attachTo, detach } from '#server/attachments/attachments.ts'
import { columnsOf, type ResourceColumn, unknownRecord } from './columns.ts'
import { defaultOrder, type PageQuery } from './query.ts'
import type { RecordRules, RecordStep } from './rules.ts'
import { opened, sealed } from './sealing.ts'
import { type Condition, insertRow, isOne, live, rowsById, selectPage, selectRows, updateRow } from './statements.ts'

/** A record as on the wire: its declared fields, id, version, authors and times. */
export type StoredRecord = FormValue & { readonly id: string; readonly version: number }

export interface RecordPage<Item> {
  readonly records: readonly Item[]
  readonly total: number
  readonly current: number
  readonly size: number
  readonly pages: number
}

/** The author and time of a write. */
export interface Writer {
  readonly by: string
  readonly at: Date
  /** Codes of the questions that the person has confirmed. */
  readonly confirmed?: readonly string[]
}

/** The records of one resource. Call writing methods in a transaction. */
export function records(resource: Resource, rules: RecordRules = {}) {
  const columns = [...columnsOf(resource).values()]
  const from = { table: resource.table, columns }
  const byId = rowsById(from)
  const read = (row: Readonly<Record<string, unknown>>): StoredRecord => ({ ...toWire(row, from), version: Number(row['version']) })

  const locked = async (db: Db, id: string, scope: readonly Condition[]): Promise<StoredRecord> => {
    const [row] = await selectRows(db, { ...from, where: [live, isOne([id]), ...scope], lock: true })
    if (!row) throw new Missing('error.missing')
    return read(row)
  }

  const prepared = async (step: RecordStep): Promise<FormValue> => ({ ...step.value, ...(await rules.prepare?.(step)) })

  /** The declared columns only: id, version, authors and times are not taken from a value. */
  const stored = (value: FormValue) =>
    Object.fromEntries(
      columns.filter(({ field, wire }) => field && !resource.derived?.includes(wire) && value[wire] !== undefined).map((
        column,
      ) => [column.name, sealedIn(resource.table, column, toColumn(value[column.wire], column))]),
    )

  const guarded = async (work: Promise<void>) => {
    await work.catch((error: unknown) => {
      throw sqlState(error)?.startsWith('23') ? refusalOf(error, resource, rules) : error
    })
  }

  return {
    /** Reads and locks a record until the end of the transaction. @throws Missing where there is none in scope */
    locked,

    async page(db: Db, query: PageQuery, scope: readonly Condition[]): Promise<RecordPage<StoredRecord>> {
      const where = [live, ...scope, ...query.where]
      const { rows, total } = await selectPage(db, { ...from, where, order: query.order, limit: query.size,
        offset: (query.current - 1) * query.size })
      return { records: rows.map(read), total, current: query.current, size: query.size, pages: Math.ceil(total / query.size) }
    },

    async list(db: Db, where: readonly Condition[], limit: number): Promise<StoredRecord[]> {
      return (await selectRows(db, { ...from, where: [live, ...where], order: defaultOrder(resource), limit })).map(read)
    },

    /** Ids in the order of the query, at most `limit`. */
    async ids(db: Db, { where, order }: Pick<PageQuery, 'where' | 'order'>, limit: number): Promise<string[]> {
      const rows = await selectRows(db, { table: resource.table, columns: columns.filter(({ wire }) => wire === 'id'),
        where: [live, ...where], order, limit })
      return rows.map(({ id }) => String(id))
    },

    /** Records in arbitrary order, including deleted ones, which existing documents still show. */
    async find(db: Db, ids: readonly string[], scope: readonly Condition[] = []): Promise<StoredRecord[]> {
      if (ids.length === 0) return []
      return (await (scope.length === 0 ? byId(db, ids) : selectRows(db, { ...from, where: [isOne(ids), ...scope] }))).map(read)
    },

    /** @throws Missing where there is none in scope */
    async one(db: Db, id: string, scope: readonly Condition[] = []): Promise<StoredRecord> {
      const [row] = await selectRows(db, { ...from, where: [live, isOne([id]), ...scope] })
      if (!row) throw new Missing('error.missing')
      return read(row)
    },

    /** @throws Refused at the field whose value is in use */
    async insert(db: Db, value: FormValue, { by, at, confirmed = [] }: Writer): Promise<string> {
      const id = rules.identify?.(value) ?? newId()
      const step = { db, id, by, at, confirmed }
      const complete = await prepared({ ...step, value })
      await guarded(
        insertRow(db, resource.table, { ...stored(complete), id, pinyin: spelled(resource, complete), create_by: by, update_by: by,
          create_time: at, update_time: at }),
      )
      await holdFiles(db, resource, { id, value: complete, by, at })
      await rules.afterWrite?.({ ...step, value: complete }, 'written')
      return id
    },

    /**
     * Changes the fields in `value`.
     * @returns the record before the change
     * @throws Missing; StateMoved for a concurrent change; Refused
     */
    async update(db: Db, value: FormValue & { readonly id: string; readonly version: number }, { by, at, confirmed = [] }: Writer,
      scope: readonly Condition[] = []): Promise<StoredRecord> {
      const before = await locked(db, value.id, scope)
      if (before.version !== value.version) throw new StateMoved(undefined, 'error.recordChanged')
      const step = { db, id: value.id, before, by, at, confirmed }
      const complete = await prepared({ ...step, value: { ...before, ...value } })
      await guarded(
        updateRow(db, resource.table, value.id, { ...stored(complete), pinyin: spelled(resource, complete), update_by: by,
          update_time: at }),
      )
      await holdFiles(db, resource, { id: value.id, value: complete, before, by, at })
      await rules.afterWrite?.({ ...step, value: complete }, 'written')
      return before
    },

    /**
     * Marks the record as deleted; references to it keep showing it.
     * @returns the deleted record
     * @throws Missing; StateMoved; Refused `error.inUse`
     */
    async remove(db: Db, id: string,
      { by, at, version, scope = [] }: Writer & { readonly version?: number; readonly scope?: readonly Condition[] }
    ): Promise<
      StoredRecord
    > {
      const before = await locked(db, id, scope)
      if (version !== undefined && before.version !== version) throw new StateMoved(undefined, 'error.recordChanged')
      if (await rules.inUse?.(db, id)) throw new Refused('error.inUse')
      await guarded(updateRow(db, resource.table, id, { del_flag: 1, update_by: by, update_time: at }))
      await rules.afterWrite?.({ db, id, value: before, by, at, confirmed: [] }, 'deleted')
      return before
    },
  }
}

/** The ways in which the record's name is typed without an input method; records of a designed resource are called by their key. */
function spelled({ designed, key }: Resource, value: FormValue): string {
  const [cn, en] = [value['nameCn'] ?? value['name'] ?? (designed && value[key]), value['nameEn']].map((
    name,
  ) => (typeof name === 'string' ? name.replaceAll('/', ' ') : ''))
  return cn ? pinyinOf(composeName({ cn, en: en ?? '' })) : ''
}

/** A row as on the wire: declared columns only, times as texts in the company's time zone. */
function toWire(row: Readonly<Record<string, unknown>>,
  { columns, table }: { readonly columns: Iterable<ResourceColumn>; readonly table: string }): FormValue & { readonly id: string } {
  const entries = [...columns].map((column) => [column.wire, openedIn(table, column, outgoing(row[column.name]))])
  return { id: String(row['id']), ...Object.fromEntries(entries) }
}

/** A wire value as stored: texts are trimmed, and empty values become null. */
function toColumn(value: unknown, { type }: ResourceColumn): unknown {
  const trimmed = typeof value === 'string' ? value.trim() : value
  if (type === 'texts') return trimmed ?? []
  return trimmed === undefined || trimmed === null || trimmed === '' ? null : incoming(trimmed, type)
}

const sealedIn = (table: string, { field, name }: ResourceColumn, value: unknown): unknown =>
  field?.sealed && typeof value === 'string' ? sealed(value, `${table}.${name}`) : value

const openedIn = (table: string, { field, name }: ResourceColumn, value: unknown): unknown =>
  field?.sealed && typeof value === 'string' ? opened(value, `${table}.${name}`) : value

function incoming(value: unknown, type: ResourceColumn['type']): unknown {
  if (type === 'json') return JSON.stringify(value)
  return type === 'timestamp' && typeof value === 'string' ? instantOf(value) : value
}

const outgoing = (value: unknown): unknown => (value instanceof Date ? nowOf(value) : value)

/** A written record, with its previous value. */
interface WrittenRecord {
  readonly id: string
  readonly value: FormValue
  readonly before?: FormValue
  readonly by: string
  readonly at: Date
}

/**
 * Assigns the files in a record's fields to the record; removed ones belong to their uploader again.
 * @throws Refused at the field
 */
async function holdFiles(db: Db, { fields, name }: Resource, { id, value, before = {}, by, at }: WrittenRecord): Promise<void> {
  for (const field of Object.keys(fields).filter((key) => fields[key]?.kind === 'attachment')) {
    const [now, then] = [filesIn(value[field]), filesIn(before[field])]
    await demandOwn(db, by, field, now.filter((file) => !then.includes(file)))
    await attachTo(db, { document: id, type: name, caller: by, field }, now)
    await detach(db, { document: id, at }, then.filter((file) => !now.includes(file)))
  }
}

/** Demands that files new to a field belong to the writer, since files of other fields may have other readers. @throws Refused */
async function demandOwn(db: Db, by: string, field: string, files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  const other = await db.selectFrom('attachment').select('id').where('id', 'in', files).where('create_by', '!=', by).executeTakeFirst()
  if (other) throw new Refused('attachments.missing', {}, [{ field, code: 'attachments.missing' }])
}

const filesIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((file): file is string => typeof file === 'string') : [])

/**
 * Translates a violated constraint to a refusal: its own message, a value in use (at the field), or a record that is referred to; the
 * original error is its cause. Other errors are returned unchanged.
 */
function refusalOf(error: unknown, resource: Resource, rules: RecordRules): unknown {
  const refusal = meaningOf(error, resource, rules)
  return refusal ? Object.assign(refusal, { cause: error }) : error
}

function meaningOf(error: unknown, resource: Resource, rules: RecordRules): Refused | undefined {
  const rule = rules.constraints?.[textOf(error, 'constraint')]
  if (rule) return new Refused(rule.code, {}, rule.fields.map((field) => ({ field, code: rule.code })))
  const state = sqlState(error)
  if (state === '23505') return duplicate(textOf(error, 'detail'), resource)
  if (state === '23502') return absent(textOf(error, 'column'), resource)
  if (state === '23503') return foreign(textOf(error, 'detail'), resource)
  return undefined
}

/** The refusal of a missing required value, at its field. */
function absent(name: string, resource: Resource): Refused {
  const column = [...columnsOf(resource).values()].find((each) => each.name === name)
  return new Refused('error.invalidInput', {}, column ? [{ field: column.wire, code: 'error.field.required' }] : [])
}

/** The refusal of a duplicate. A duplicate id is reported at the key, since only an id derived from the key can repeat. */
function duplicate(detail: string, resource: Resource): Refused {
  const columns = columnsOf(resource)
  const repeated = mentioned(detail, resource).map((column) => (column.wire === 'id' ? (columns.get(resource.key) ?? column) : column))
  const fields = repeated.map(
    ({ wire, field }): FieldProblem => ({
      field: wire,
      code: 'error.duplicate',
      parameters: { label: field ? bilingual(field) : wire },
      message: field && { cn: `${field.cn}已存在`, en: `${field.en} already exists` },
    }),
  )
  return new Refused('error.invalidInput', {}, fields)
}

/** The refusal of a violated foreign key: an invalid reference at its field, or a record that is still in use. */
function foreign(detail: string, resource: Resource): Refused {
  const fields = mentioned(detail, resource).filter(({ wire }) => wire !== 'id')
  if (fields.length === 0 || detail.includes('is still referenced')) return new Refused('error.inUse')
  return new Refused('error.invalidInput', {}, fields.map(({ wire, field }) => unknownRecord(wire, field)))
}

/** Parses the columns in the first brackets of `Key (year_month, currency)=(2026-11, USD) …`. */
function mentioned(detail: string, resource: Resource): ResourceColumn[] {
  const names = new Set(/\(([^=]*)\)=\(/.exec(detail)?.[1]?.match(/\w+/g) ?? [])
  return [...columnsOf(resource).values()].filter(({ name }) => names.has(name))
}

function textOf(error: unknown, name: string): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  return typeof value === 'string' ? value : ''
}
