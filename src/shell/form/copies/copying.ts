import { type DroppedField, droppedFields, withoutDropped } from '#kernel/fields/dropped-fields.ts'
import { withDefaults } from '#kernel/evaluate/filling/defaults.ts'
import { editableFields } from '#kernel/evaluate/access/editable.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { isRecord, isReference, sourceOf } from '#kernel/record-kinds.ts'
import { isMaskedText } from '#kernel/values/masked-text.ts'
import { type FormValue, newRowId } from '#kernel/values/value.ts'
import { rowKeys } from '#kernel/evaluate/plan/context-names.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { ReferenceCandidate } from '#fields/types.ts'
import { formOfDocument, isReturned } from '#shell/detail/document.ts'
import { blockOf, type Blocks } from '#shell/parts/document/slots.tsx'
import { type LastReturn, lastReturn } from '#shell/parts/document/ReturnedNotice.tsx'
import { isUntouched } from '../store/cell.ts'
import { accepts } from '../store/conditions.ts'

/** The filed document whose form is open to be resubmitted. */
export interface FiledAgain extends Pick<FiledDocument, 'businessKey' | 'procInstId' | 'state' | 'round'> {
  readonly number: string
  readonly isReturned: boolean
  /** It waits at its initiator and may be revoked. */
  readonly isRevocable: boolean
  /** Its return, shown above the form; undefined if it was not returned. */
  readonly returned: LastReturn | undefined
  /** The filed value. */
  readonly business: FormValue
  /** Fields whose values the current form drops. */
  readonly dropped: readonly DroppedField[]
}

/** Extracts the data for resubmitting from a document. */
export function filedAgain(document: FiledDocument): FiledAgain {
  const { businessKey, procInstId, businessNo: number, state, round, actions, business, dropped = [] } = document
  const isHere = isReturned(document)
  return { businessKey, procInstId, number, state, round, isReturned: isHere, isRevocable: isHere && actions.includes('revoke'), dropped,
    business, returned: lastReturn(document) }
}

/**
 * The entered values of a filed document, to be changed and resubmitted: without fields that its form no longer has (or has with another
 * kind), and without values equal to their default, so that the default stays in effect. `beside` are further names for defaults.
 */
export function enteredOf(form: Form, { business, dropped = [] }: Pick<FiledDocument, 'business' | 'dropped'>, facts: FormFacts,
  beside: FormValue = {}): FormValue {
  const own = pick(form.fields, withoutDropped(business, dropped), (_, held) => held !== null)
  const bare = pick(form.fields, own, (field) => field.default === undefined)
  const proposed = withDefaults(form, bare, facts, beside)
  return pick(form.fields, own, (field, held, said) => field.default === undefined || JSON.stringify(held) !== JSON.stringify(said),
    proposed)
}

/** Returns whether a value is kept; `said` is the value at the same place of the other form value. */
type Stays = (field: FieldDefinition, held: unknown, said: unknown) => boolean

function pick(fields: Fields, value: FormValue, stays: Stays, beside: FormValue = {}): FormValue {
  return Object.fromEntries(Object.entries(fields).flatMap(([key, field]): [string, unknown][] => {
    const held = value[key]
    if (held === undefined || !stays(field, held, beside[key])) return []
    if (field.kind !== 'table') return [[key, held]]
    const others = rowsAt(beside, key)
    return [[key, rowsAt(value, key).map((row, index) => ({ ...pick(field.columns ?? {}, row, stays, others[index]), ...keysOf(row) }))]]
  }))
}

/** The row's id and source. */
const keysOf = (row: FormValue): FormValue =>
  Object.fromEntries(rowKeys.flatMap((key) => (row[key] === undefined ? [] : [[key, row[key]]])))

/** The initial value of a copy, and the fields that were not copied. */
export interface Copy {
  readonly entered: FormValue
  /** Fields with entered values that the user has to enter again; automatically filled ones are not listed. */
  readonly leftOut: readonly DroppedField[]
}

type CopySource = Pick<FiledDocument, 'business' | 'definition' | 'createTime' | 'startUserId'>

interface CopyContext {
  readonly facts: FormFacts
  /** Id of the user. */
  readonly person: string
  /** Blocks of modules, whose fields are specific to one document. */
  readonly blocks: Blocks
}

/**
 * Copies the values of a document that make sense in a new one. Defaults are computed anew. Left out are fields that are not editable at
 * the start, acceptances, dates, files, consumed documents and other values specific to one document, and records that are no longer
 * offered to the user.
 */
export function copyOf(form: Form, document: CopySource, { facts, person, blocks }: CopyContext): Copy {
  const changed = droppedFields(formOfDocument(form, document.definition), form, document.business)
  const filing = { ...facts, now: document.createTime, today: document.createTime.slice(0, 10) }
  const entered = enteredOf(form, { business: document.business, dropped: changed }, filing, personIn(facts, document.startUserId))
  const leftOut = new Map(changed.map((field) => [field.path, field]))
  const leave = ({ path, field: { cn, en } }: CopiedField) => leftOut.set(path, { path, cn, en })
  const own = picked(form, entered, { place: placeOf(form, document.startUserId === person, blocks), leave })
  const value = withDefaults(form, own, facts, personIn(facts, person))
  const offered = picked(form, own, { place: ({ held, ...at }) => (isOffered({ form, value }, { held, ...at }, facts) ? 'kept' : 'left'),
    leave })
  return { entered: offered, leftOut: [...leftOut.values()] }
}

const personIn = ({ reference }: FormFacts, id: string) => ({ currentUser: { ...reference('person', id), id } })

/** A field or column with a value; path e.g. `items.detail`. */
interface CopiedField {
  readonly field: FieldDefinition
  readonly path: string
  readonly held: unknown
  /** The row, for a column. */
  readonly row?: { readonly key: string; readonly rowId: string }
}

type CopyOutcome = 'kept' | 'left' | 'silent'

interface FieldPlacer {
  place(placed: CopiedField): CopyOutcome
  leave(placed: CopiedField): void
}

function picked(form: Form, value: FormValue, { place, leave }: FieldPlacer): FormValue {
  const pick = (fields: Fields, from: FormValue, row?: CopiedField['row']): FormValue =>
    Object.fromEntries(Object.entries(fields).flatMap(([key, field]): [string, unknown][] => {
      const placed: CopiedField = { field, path: row ? `${row.key}.${key}` : key, held: from[key], row }
      if (kindOf(field).empty(placed.held)) return []
      const found = place(placed)
      if (found === 'left') leave(placed)
      if (found !== 'kept') return []
      return [[key, field.kind === 'table' ? rowsOf(key, field) : placed.held]]
    }))
  const rowsOf = (key: string, { columns = {} }: FieldDefinition) =>
    rowsAt(value, key).map((row) => {
      const rowId = newRowId()
      return { ...pick(columns, row, { key, rowId: String(row['rowId']) }), rowId }
    })
  const kept = pick(form.fields, value)
  return Object.fromEntries(
    Object.entries(kept).filter(([key]) => form.fields[key]?.kind !== 'table' || !rowsAt(kept, key).every(isUntouched)),
  )
}

/** Decides by a field's declaration whether its value is copied, listed as left out, or silently dropped. */
function placeOf(form: Form, isOwn: boolean, blocks: Blocks): FieldPlacer['place'] {
  const editable = editableFields(form, 'start')
  const acceptances = new Set(
    form.rules.flatMap((
      { acceptedBy, each },
    ) => (acceptedBy === undefined ? [] : [each === undefined ? acceptedBy : `${each}.${acceptedBy}`])),
  )
  const singles = new Set(
    (form.unique ?? []).flatMap(({ by, rows }) => (by.length === 1 ? by.map((key) => (rows === undefined ? key : `${rows}.${key}`)) : [])),
  )
  const isTaken = (field: FieldDefinition | undefined): boolean =>
    field?.kind === 'documentLink' && (field.claim !== undefined || (field.own === true && !isOwn))
  const standsForTaken = ({ columns = {}, optionsFrom, ...field }: FieldDefinition): boolean =>
    isTaken(field) || Object.values(columns).some(isTaken) || optionsFrom?.every((key) => isTaken(form.fields[key])) === true
  // tables of another person's accounts are left out: the numbers are masked, and a payment needs them
  const isOthers = ({ columns = {} }: FieldDefinition): boolean => !isOwn && Object.values(columns).some(({ masked }) => masked === true)
  return ({ field, path, held }) => {
    if (!editable(path) || acceptances.has(path) || field.as === 'approvedAmount') return 'silent'
    return isOfOneDocument(field, held, blocks) || singles.has(path) || standsForTaken(field) || isOthers(field) ? 'left' : 'kept'
  }
}

const isOfOneDocument = (field: FieldDefinition, held: unknown, blocks: Blocks): boolean =>
  kindOf(field).isMomentary === true || field.unrepeated === true || blockOf(blocks, field) !== undefined || isMaskedText(held)

/** Returns whether the records in a field may still be chosen; unknown records are left to the server's check. */
function isOffered(filled: { form: Form; value: FormValue }, { field, held, row }: CopiedField, facts: FormFacts): boolean {
  if (!isReference(field)) return true
  const records = [held].flat().flatMap((id) => facts.reference(sourceOf(field), String(id)) ?? []) as ReferenceCandidate[]
  return records.every((candidate) =>
    (!isRecord(field) || candidate.enabled !== false) && accepts(filled, { field, candidate, place: row }, facts)
  )
}
