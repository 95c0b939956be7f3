import type { FieldDefinition, FieldKind } from '#kernel/fields.ts'
import { formatNumber } from '#kernel/values/money.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { ReferenceCandidate } from '../types.ts'
import type { PickerTextKey } from './text.ts'

/** Attributes of the host's own records that a picker shows, with the texts above them. */
type OwnColumn = Extract<PickerTextKey, 'code' | 'name' | 'parentId' | 'label' | 'description' | 'departmentName' | 'fullName'>

export interface PickerColumn {
  readonly attribute: string
  /** A text of the picker's own, or the words of a declaration. */
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
 * The columns of the list that a field's records are chosen from: those of its kind, then what the field shows besides. `keyLabel`: what
 * the records are known by, instead of a number.
 */
export function pickerColumns({ kind, to, shows = {} }: FieldDefinition, keyLabel?: Label): readonly PickerColumn[] {
  const own = particular[kind === 'reference' ? (to as FieldKind) : kind] ?? usual
  return [...own.map((attribute) => ({ attribute, title: attribute === 'code' && keyLabel ? keyLabel : attribute })),
    ...Object.entries(shows).map(([attribute, title]) => ({ attribute, title }))]
}

/** The label of a choice where the record has one, a number as people read it, else the text itself. */
export function wordOf(record: ReferenceCandidate, attribute: string): string {
  const value = record[`${attribute}Name`] ?? record[attribute]
  if (typeof value === 'number') return formatNumber(value)
  return typeof value === 'string' ? value : ''
}
