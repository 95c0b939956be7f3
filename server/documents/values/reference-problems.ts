import { isDeepStrictEqual } from 'node:util'
import type { FieldProblem } from '#kernel/errors.ts'
import { rowNames } from '#kernel/evaluate/plan/context-names.ts'
import { type Formula, formula } from '#kernel/evaluate/plan/formula.ts'
import { cellsWhere, counterpartsIn, type ValueCell } from '#kernel/evaluate/cells.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormScope, RowPosition } from '#kernel/evaluate/plan/scope.ts'
import type { FormState } from '#kernel/evaluate/form-state.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { referenceContext } from '#kernel/kinds/references.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { isReference, type RecordKind, sourceOf } from '#kernel/record-kinds.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { visibilityIn } from '#kernel/evaluate/access/states.ts'
import { CopyOnWrite } from '#kernel/evaluate/filling/complete.ts'
import type { References } from '#server/host.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { type Evaluation, recordsNamedIn } from './form-facts.ts'
import type { DocumentHost } from '../host.ts'
import { readable, readerOf } from '../visibility/scope.ts'

interface ReferenceCheck {
  /** The value; the records that it names have been read. */
  readonly opened: FormState
  /** The stored value; absent for a new document. */
  readonly stored: FormValue | undefined
  /**
   * Whether the form is filed. At a node only differences from the stored value are checked, since earlier choices may be disabled by
   * now.
   */
  readonly isFiling: boolean
  readonly evaluation: Evaluation
  readonly references: References
  /** Records that the caller may not link, by kind. */
  readonly unlinkable: ReadonlyMap<RecordKind, ReadonlySet<string>>
  readonly caller: string
  readonly document: string
}

interface ReferenceCell {
  readonly field: FieldDefinition
  readonly path: string
  readonly place: RowPosition | undefined
  readonly ids: readonly string[]
}

/** Finds the problems of the records that a value names: unknown, disabled, a file of another person, or excluded by the field's filter. */
export function referenceProblems(judging: ReferenceCheck): FieldProblem[] {
  const { opened: { form, value, scope }, stored, isFiling, references } = judging
  const cells = cellsOf(form.fields, value, isFiling ? undefined : stored).filter(({ field }) => references.source(sourceOf(field)))
  return cells.flatMap((cell) => {
    const code = faultOf(judging, scope, cell)
    return code === undefined ? [] : [{ field: cell.path, code, parameters: { label: bilingual(cell.field) } }]
  })
}

function faultOf(judging: ReferenceCheck, scope: FormScope, cell: ReferenceCell): string | undefined {
  const judge = cell.field.kind === 'attachment' ? fileFault : recordFault
  return cell.ids.map((id) => judge(judging, scope, { cell, id })).find((code) => code !== undefined)
}

interface CellReference {
  readonly cell: ReferenceCell
  readonly id: string
}

function recordFault(judging: ReferenceCheck, scope: FormScope, { cell, id }: CellReference): string | undefined {
  const record = judging.evaluation.records.get(sourceOf(cell.field))?.get(id)
  if (!record) return 'field.id'
  if (judging.unlinkable.get(sourceOf(cell.field))?.has(id)) return 'field.option'
  return record.enabled && isOffered(judging, scope, { cell, id }) ? undefined : 'field.option'
}

function fileFault(judging: ReferenceCheck, _: FormScope, reference: CellReference): string | undefined {
  const file = judging.evaluation.records.get('attachment')?.get(reference.id)
  return file && isTheirs(file, judging, reference) ? undefined : 'attachments.missing'
}

/**
 * Whether a file may be used: it is the caller's own and belongs to no other document, or the same field already has it. Files of other
 * fields may have other readers.
 */
const isTheirs = ({ document, createBy }: Readonly<Record<string, unknown>>, judging: ReferenceCheck, reference: CellReference): boolean =>
  createBy === judging.caller
    ? document === null || document === judging.document
    : document === judging.document && standsIn(judging.stored ?? {}, reference)

/** Returns whether the field, or its column in any row, already has the file. */
function standsIn(stored: FormValue, { cell: { path, place }, id }: CellReference): boolean {
  const key = path.split('.').at(-1) ?? path
  const held = place ? rowsAt(stored, place.table).map((row) => row[key]) : [stored[key]]
  return held.flat().includes(id)
}

function isOffered({ opened: { form }, evaluation }: ReferenceCheck, scope: FormScope,
  { cell: { field, place }, id }: CellReference): boolean {
  const filter = filterOf(form, field, place?.table)
  return !filter || scope.holdsWith(filter, { [offered]: referenceContext(sourceOf(field), id, evaluation) }, place)
}

/** Name of the candidate record in the expression of a filter. */
const offered = 'option'

const filters = new WeakMap<FieldDefinition, Formula>()

function filterOf({ fields }: Form, field: FieldDefinition, table: string | undefined): Formula | undefined {
  if (field.filter === undefined) return undefined
  let filter = filters.get(field)
  if (!filter) {
    const inner = table === undefined ? [] : [...rowNames, ...Object.keys(fields[table]?.columns ?? {})]
    filters.set(field, filter = formula(field.filter, [offered, ...Object.keys(fields), ...inner]))
  }
  return filter
}

const referenceCells = cellsWhere(isReference)

/** The references of a value that differ from those of the former one. */
function cellsOf(fields: Fields, value: FormValue, before: FormValue = {}): ReferenceCell[] {
  const formerAt = counterpartsIn(before)
  return referenceCells(fields, value).flatMap((cell) => {
    if (isDeepStrictEqual(cell.value, formerAt(cell))) return []
    const ids = [cell.value].flat().filter((id): id is string => typeof id === 'string' && id !== '')
    return ids.length > 0 ? [{ field: cell.field, path: cell.path, place: cell.place, ids }] : []
  })
}

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
  const isUnlinkable = ({ field }: ValueCell, id: unknown) => unlinkable.get(sourceOf(field))?.has(id as string) === true
  const cells = referenceCells(form.fields, value).filter((cell) => [cell.value].flat().some((id) => isUnlinkable(cell, id)))
  const change = new CopyOnWrite(value)
  for (const cell of cells) {
    const held = cell.value
    change.write(cell.key, Array.isArray(held) ? held.filter((id) => !isUnlinkable(cell, id)) : null, cell.place)
  }
  return {
    value: change.value,
    refused: (result) => {
      const whole = new CopyOnWrite(result.value)
      const stateAt = visibilityIn(result.opened)
      const shown = cells.filter(({ path, place }) =>
        stateAt(path).visible && (!place || place.index < rowsAt(result.value, place.table).length)
      )
      for (const cell of shown) whole.write(cell.key, cell.value, cell.place)
      const paths = new Set(shown.map(({ path }) => path))
      return { ...result, value: whole.value,
        problems: [...result.problems.filter(({ field }) => !paths.has(field)),
          ...shown.map(({ path, field }) => ({ field: path, code: 'field.option', parameters: { label: bilingual(field) } }))] }
    },
  }
}

/** Ids of records of a kind that the caller may not see. */
async function unseenAmong({ host, db, caller }: LinkingPerson, kind: RecordKind, ids: readonly string[]): Promise<readonly string[]> {
  const source = host.references.source(kind)
  if (ids.length === 0 || !source || !(source.omitsRecords?.(caller) ?? source.isLimited?.(caller))) return []
  const seen = new Set((await source.find(db, ids, { caller, departments: host.departments })).map(({ id }) => id))
  return ids.filter((id) => !seen.has(id))
}
