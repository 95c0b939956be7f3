import { lazy, useMemo } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import { sourceOf } from '#kernel/record-kinds.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import type { CellProps, FieldRenderer, FilterProps, InputProps } from '../types.ts'
import { ChoiceCell, ChoiceFilter, MultiSelectInput, SelectInput, TagInput } from './family.tsx'
import { ManyReferencesInput, ReferenceFilter } from '../references/family.tsx'
import { useFieldText } from '../text.ts'
import { NameWaiting } from '../references/NameWaiting.tsx'
import { idsOf, storedName, useIsComing, useReferences } from '../references/reference-book.ts'

const FreeChoiceInput = lazy(async () => ({ default: (await import('./FreeChoiceInput.tsx')).FreeChoiceInput }))

const CalledChoiceInput = lazy(async () => ({ default: (await import('./CalledChoiceInput.tsx')).CalledChoiceInput }))

function SelectingInput(props: InputProps) {
  const { optionsBy } = props.field
  if (optionsBy) return <CalledChoiceInput {...props} options={optionsBy} />
  return props.field.freeText ? <FreeChoiceInput {...props} /> : <SelectInput {...props} />
}

/** Lazy chunk: antd's radio buttons depend on its forms, which lists do not need. */
const RadioInput = lazyPage(async () => (await import('./RadioInput.tsx')).RadioInput)

export const selectRenderer: FieldRenderer = { Input: SelectingInput, Cell: ChoiceCell, Filter: ChoiceFilter }
export const radioRenderer: FieldRenderer = { Input: RadioInput, Cell: ChoiceCell, Filter: ChoiceFilter }

/** Number of names displayed in a cell before the rest is counted. */
const shownAtMost = 2

/** The first names, and the number of further ones; a tooltip has all of them. */
function ReferenceNames({ field, value }: CellProps) {
  const { name, locale } = useFieldText()
  const ids = idsOf(value)
  const records = useReferences(sourceOf(field), ids)
  const isComing = useIsComing(sourceOf(field))
  if (ids.length === 0) return <span className="oa-nothing">—</span>
  if (ids.some((id, index) => isComing(id, records[index]))) return <NameWaiting />
  const names = ids.map((id, index) => name(storedName(records[index], id)))
  const comma = locale === 'cn' ? '、' : ', '
  if (names.length <= shownAtMost + 1) return <>{names.join(comma)}</>
  return (
    <span data-tip={names.join(comma)}>
      {names.slice(0, shownAtMost).join(comma)}
      <span className="oa-nothing num" aria-hidden>{' '}+{names.length - shownAtMost}</span>
      <span className="unseen">{comma}{names.slice(shownAtMost).join(comma)}</span>
    </span>
  )
}

/** The field as a reference to the records in `of`; undefined for a choice among options. */
function useOfRecords(field: FieldDefinition): FieldDefinition | undefined {
  return useMemo(() => (field.of === undefined ? undefined : { ...field, kind: 'reference' as const, to: field.of }), [field])
}

function Input(props: InputProps) {
  const field = useOfRecords(props.field)
  if (field) return <ManyReferencesInput {...props} field={field} />
  return props.field.freeText ? <TagInput {...props} /> : <MultiSelectInput {...props} />
}

function Cell(props: CellProps) {
  const field = useOfRecords(props.field)
  return field ? <ReferenceNames {...props} field={field} /> : <ChoiceCell {...props} />
}

function Filter(props: FilterProps) {
  const field = useOfRecords(props.field)
  return field ? <ReferenceFilter {...props} field={field} /> : <ChoiceFilter {...props} />
}

export const multiselectRenderer: FieldRenderer = { Input, Cell, Filter }
