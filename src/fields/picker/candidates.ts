import type { Label } from '#kernel/wording/label.ts'
import type { FieldDefinition, FieldKind } from '#kernel/fields.ts'
import { formatNumber } from '#kernel/values/money.ts'
import type { ReferenceCandidate } from '../types.ts'
import type { PickerTextKey } from './texts.ts'

/** Rows per page of a picker. */
export const pickerSize = 10

/** A page of candidates. */
export interface CandidatePage<Record> {
  readonly records: readonly Record[]
  readonly total: number
  /** Label of the records' code. @default "number" */
  readonly keyLabel?: Label
}

/** Keyword and page of a search. */
export interface Sought {
  readonly label: string
  readonly current: number
}

/** Attributes of the host's own records with a column, and a header text in the picker's locales. */
type OwnColumn = Extract<PickerTextKey, 'code' | 'name' | 'parentId' | 'label' | 'description' | 'departmentName' | 'fullName'>

export interface PickerColumn {
  readonly attribute: string
  /** Locale key of the picker, or a label from the declaration. */
  readonly title: OwnColumn | Label
}

const usual: readonly OwnColumn[] = ['code', 'name']

const particular: Partial<Record<FieldKind, readonly OwnColumn[]>> = {
  process: ['parentId', 'label', 'description'],
  person: ['name', 'code', 'departmentName'],
  people: ['name', 'code', 'departmentName'],
  department: ['code', 'name', 'fullName'],
}

/**
 * The columns of a picker: those of the field's kind of record, then the field's `shows`. `keyLabel` replaces the header of the code.
 */
export function pickerColumns({ kind, to, shows = {} }: FieldDefinition, keyLabel?: Label): readonly PickerColumn[] {
  const own = particular[kind === 'reference' ? (to as FieldKind) : kind] ?? usual
  return [...own.map((attribute) => ({ attribute, title: attribute === 'code' && keyLabel ? keyLabel : attribute })),
    ...Object.entries(shows).map(([attribute, title]) => ({ attribute, title }))]
}

/** The text of an attribute: the label of a choice, a formatted number, or the text itself. */
export function wordOf(record: ReferenceCandidate, attribute: string): string {
  const value = record[`${attribute}Name`] ?? record[attribute]
  if (typeof value === 'number') return formatNumber(value)
  return typeof value === 'string' ? value : ''
}
