import type { FieldProblem } from '#kernel/errors.ts'
import { visibilityIn } from '#kernel/evaluate/access/states.ts'
import { CopyOnWrite } from '#kernel/evaluate/filling/change.ts'
import type { FormState } from '#kernel/evaluate/form-state.ts'
import { cellPath } from '#kernel/evaluate/path.ts'
import type { RowPosition } from '#kernel/evaluate/plan/scope.ts'
import { readAt, rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { isReference, type RecordKind, sourceOf } from '#kernel/record-kinds.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { DocumentHost } from '../host.ts'
import { readable, readerOf } from '../visibility/scope.ts'
import { recordsNamedIn } from './form-facts.ts'

interface LinkingPerson {
  readonly host: Pick<DocumentHost, 'references' | 'departments' | 'forms'>
  readonly db: Db
  readonly caller: Caller
}

/**
 * The records, by kind, that a value names newly and that the caller may not link: they may not see them, and neither the stored value
 * nor a readable linked document names them.
 */
export async function unlinkableRecords({ host, db, caller }: LinkingPerson, form: Form,
  { value, before = {} }: { readonly value: FormValue; readonly before: FormValue | undefined }
): Promise<ReadonlyMap<RecordKind, ReadonlySet<string>>> {
  const [now, then] = [recordsNamedIn(form.fields, value), recordsNamedIn(form.fields, before)]
  const unseen = new Map<RecordKind, ReadonlySet<string>>()
  for (const [kind, ids] of now) {
    const rest = await unseenAmong({ host, db, caller }, kind, [...ids].filter((id) => then.get(kind)?.has(id) !== true))
    if (rest.length > 0) unseen.set(kind, new Set(rest))
  }
  const linked = [...(now.get('documentLink') ?? [])]
  if (unseen.size === 0 || linked.length === 0) return unseen
  const rows = await db.selectFrom('document').select(['type', 'value']).where('id', 'in', linked)
    .where(readable(await readerOf(host, db, caller))).execute()
  // a text that equals an id names no record
  const named = rows.map((row) => recordsNamedIn(host.forms.get(row.type)?.fields ?? {}, row.value))
  const isNamed = (kind: RecordKind, id: string) => named.some((records) => records.get(kind)?.has(id))
  return new Map([...unseen].map(([kind, ids]) => [kind, new Set([...ids].filter((id) => !isNamed(kind, id)))]))
}

interface RecordCell {
  readonly field: FieldDefinition
  /** `contractLink`, or `items.2.contract` for a cell. */
  readonly path: string
  readonly table?: RowPosition
  readonly key: string
}

interface Judged {
  readonly value: FormValue
  readonly problems: readonly FieldProblem[]
  /** The value as validated. */
  readonly opened: FormState
}

/**
 * The value without the records that its author may not link, so that no figures or messages are derived from them. `refused` puts them
 * back into the result and reports them at their fields, except in hidden fields.
 */
export async function linkableValue(person: LinkingPerson, form: Form,
  { value, before }: { readonly value: FormValue; readonly before: FormValue | undefined }
): Promise<{ readonly value: FormValue; refused<Result extends Judged>(result: Result): Result }> {
  const unlinkable = await unlinkableRecords(person, form, { value, before })
  if (unlinkable.size === 0) return { value, refused: (result) => result }
  const isUnlinkable = ({ field }: RecordCell, id: unknown) => unlinkable.get(sourceOf(field))?.has(id as string) === true
  const cells = recordCells(form.fields, value).filter((cell) =>
    [readAt(value, cell.key, cell.table)].flat().some((id) => isUnlinkable(cell, id))
  )
  const change = new CopyOnWrite(value)
  for (const cell of cells) {
    const held = readAt(value, cell.key, cell.table)
    change.write(cell.key, Array.isArray(held) ? held.filter((id) => !isUnlinkable(cell, id)) : null, cell.table)
  }
  return {
    value: change.value,
    refused: (result) => {
      const whole = new CopyOnWrite(result.value)
      const stateAt = visibilityIn(result.opened)
      const shown = cells.filter(({ path, table }) =>
        stateAt(path).visible && (!table || table.index < rowsAt(result.value, table.table).length)
      )
      for (const { key, table } of shown) whole.write(key, readAt(value, key, table), table)
      const paths = new Set(shown.map(({ path }) => path))
      return { ...result, value: whole.value,
        problems: [...result.problems.filter(({ field }) => !paths.has(field)),
          ...shown.map(({ path, field }) => ({ field: path, code: 'field.option', parameters: { label: bilingual(field) } }))] }
    },
  }
}

/** Fields and cells with references. */
const recordCells = (fields: Fields, value: FormValue): RecordCell[] =>
  Object.entries(fields).flatMap(([key, field]): RecordCell[] => {
    if (field.columns === undefined) return isReference(field) ? [{ key, field, path: key }] : []
    const columns = Object.entries(field.columns).filter(([, column]) => isReference(column))
    return rowsAt(value, key).flatMap((_, index) =>
      columns.map(([column, definition]) => ({ key: column, field: definition, path: cellPath(key, index, column),
        table: { table: key, index } })
      )
    )
  })

/** Ids of records of a kind that the caller may not see. */
async function unseenAmong({ host, db, caller }: LinkingPerson, kind: RecordKind, ids: readonly string[]): Promise<readonly string[]> {
  const source = host.references.source(kind)
  if (ids.length === 0 || !source?.isLimited?.(caller)) return []
  const seen = new Set((await source.find(db, ids, { caller, departments: host.departments })).map(({ id }) => id))
  return ids.filter((id) => !seen.has(id))
}
