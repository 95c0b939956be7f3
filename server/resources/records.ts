import { Missing, Refused, StateMoved } from '#kernel/errors.ts'
import { composeName } from '#kernel/wording/names.ts'
import type { Resource } from '#kernel/resource.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { sqlState } from '#server/database/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { pinyinOf } from '#server/identity/organisation/search-text.ts'
import { toColumn, toWire } from './codec.ts'
import { columnsOf } from './columns.ts'
import { holdFiles } from './held-files.ts'
import { defaultOrder, type PageQuery } from './query.ts'
import type { RecordRules, RecordStep } from './rules.ts'
import { type Condition, insertRow, isOne, live, selectPage, selectRows, updateRow } from './statements.ts'
import { refusalOf } from './violations.ts'

/** A record as the wire says it: its declared fields, id, version, who and when. */
export type StoredRecord = FormValue & { readonly id: string; readonly version: number }

export interface RecordPage<Item> {
  readonly records: readonly Item[]
  readonly total: number
  readonly current: number
  readonly size: number
  readonly pages: number
}

/** The person who writes, and when. */
export interface Writer {
  readonly by: string
  readonly at: Date
  /** Codes of questions that the person has answered with yes. */
  readonly confirmed?: readonly string[]
}

/** The records of one resource. Writing belongs into a transaction. */
export function records(resource: Resource, rules: RecordRules = {}) {
  const columns = [...columnsOf(resource).values()]
  const from = { table: resource.table, columns }
  const read = (row: Readonly<Record<string, unknown>>): StoredRecord => ({ ...toWire(row, columns), version: Number(row['version']) })

  const locked = async (db: Db, id: string, scope: readonly Condition[]): Promise<StoredRecord> => {
    const [row] = await selectRows(db, { ...from, where: [live, isOne([id]), ...scope], lock: true })
    if (!row) throw new Missing('error.missing')
    return read(row)
  }

  const prepared = async (step: RecordStep): Promise<FormValue> => ({ ...step.value, ...(await rules.prepare?.(step)) })

  /** Only what the declaration knows: neither id nor version nor who and when come from a value. */
  const stored = (value: FormValue) =>
    Object.fromEntries(
      columns.filter(({ field, wire }) => field && !resource.derived?.includes(wire) && value[wire] !== undefined).map((
        column,
      ) => [column.name, toColumn(value[column.wire], column)]),
    )

  const guarded = async (work: Promise<void>) => {
    await work.catch((error: unknown) => {
      throw sqlState(error)?.startsWith('23') ? refusalOf(error, resource, rules) : error
    })
  }

  return {
    /** Reads and locks it until the transaction ends. @throws Missing when there is none in scope. */
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

    /** In no order; deleted ones too, because old documents still show them. */
    async find(db: Db, ids: readonly string[], scope: readonly Condition[] = []): Promise<StoredRecord[]> {
      return ids.length === 0 ? [] : (await selectRows(db, { ...from, where: [isOne(ids), ...scope] })).map(read)
    },

    /** @throws Missing when there is none in scope. */
    async one(db: Db, id: string, scope: readonly Condition[] = []): Promise<StoredRecord> {
      const [row] = await selectRows(db, { ...from, where: [live, isOne([id]), ...scope] })
      if (!row) throw new Missing('error.missing')
      return read(row)
    },

    /** @throws Refused at the field whose value another record has. */
    async insert(db: Db, value: FormValue, { by, at, confirmed = [] }: Writer): Promise<string> {
      const id = rules.identify?.(value) ?? newId()
      const step = { db, id, by, at, confirmed }
      const complete = await prepared({ ...step, value })
      await guarded(
        insertRow(db, resource.table, { ...stored(complete), id, pinyin: spelled(complete), create_by: by, update_by: by, create_time: at,
          update_time: at }),
      )
      await holdFiles(db, resource, { id, value: complete, by, at })
      await rules.afterWrite?.({ ...step, value: complete }, 'written')
      return id
    },

    /**
     * Changes the fields that `value` names, and answers what stood before.
     * @throws Missing; StateMoved when someone else was faster; Refused.
     */
    async update(db: Db, value: FormValue & { readonly id: string; readonly version: number }, { by, at, confirmed = [] }: Writer,
      scope: readonly Condition[] = []): Promise<StoredRecord> {
      const before = await locked(db, value.id, scope)
      if (before.version !== value.version) throw new StateMoved(undefined, 'error.recordChanged')
      const step = { db, id: value.id, before, by, at, confirmed }
      const complete = await prepared({ ...step, value: { ...before, ...value } })
      await guarded(
        updateRow(db, resource.table, value.id, { ...stored(complete), pinyin: spelled(complete), update_by: by, update_time: at }),
      )
      await holdFiles(db, resource, { id: value.id, value: complete, before, by, at })
      await rules.afterWrite?.({ ...step, value: complete }, 'written')
      return before
    },

    /**
     * Hides the record, and answers what it was; what refers to it keeps showing it.
     * @throws Missing; StateMoved; Refused `error.inUse`.
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

/** The ways in which the record's name is typed without an input method. */
function spelled(value: FormValue): string {
  const [cn, en] = [value['nameCn'] ?? value['name'], value['nameEn']].map((
    name,
  ) => (typeof name === 'string' ? name.replaceAll('/', ' ') : ''))
  return cn ? pinyinOf(composeName({ cn, en: en ?? '' })) : ''
}
