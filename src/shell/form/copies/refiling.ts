import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { rowKeys } from '#kernel/evaluate/plan/context-names.ts'
import { withDefaults } from '#kernel/evaluate/filling/defaults.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { type DroppedField, withoutDropped } from '#kernel/fields/dropped-fields.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { isReturned } from '#shell/detail/document.ts'
import { type LastReturn, lastReturn } from '#shell/parts/document/ReturnedNotice.tsx'

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
