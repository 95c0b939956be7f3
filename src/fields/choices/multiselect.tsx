import { useMemo } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import { ChoiceCell, ChoiceFilter, MultiSelectInput } from './family.tsx'
import { ManyReferencesInput, ReferenceFilter } from '../references/family.tsx'
import { ReferenceNames } from '../references/ReferenceNames.tsx'
import type { CellProps, FieldRenderer, FilterProps, InputProps } from '../types.ts'

/** The field as one of the kind of records that it chooses; nothing for a choice among options. */
function useOfRecords(field: FieldDefinition): FieldDefinition | undefined {
  return useMemo(() => (field.of === undefined ? undefined : { ...field, kind: 'reference' as const, to: field.of }), [field])
}

function Input(props: InputProps) {
  const field = useOfRecords(props.field)
  return field ? <ManyReferencesInput {...props} field={field} /> : <MultiSelectInput {...props} />
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
