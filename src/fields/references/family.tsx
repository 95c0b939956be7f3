import { DownOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { lazyPage } from '#shell/routing/chunks.ts'
import { OnDemand } from '../on-demand/OnDemand.tsx'
import { useFieldText } from '../text.ts'
import type { FieldRenderer, FilterProps, InputProps } from '../types.ts'
import { ReferenceCell } from './ReferenceCell.tsx'

/** Searching, and the conditions on candidates, are a chunk of their own: lists only read names. */
const ReferencePicker = lazyPage(async () => (await import('./ReferencePicker.tsx')).ReferencePicker)

const loaded = { load: () => ReferencePicker.load() }

const One = Object.assign((props: InputProps) => <ReferencePicker {...props} isMany={false} />, loaded)

export const ManyReferencesInput = Object.assign((props: InputProps) => <ReferencePicker {...props} isMany />, loaded)

/** Any of several records, by their ids joined with commas. */
export function ReferenceFilter({ field, value, onChange, id }: FilterProps) {
  const { label } = useFieldText()
  // A record that was chosen before is shown by its name; one that is chosen now must not lose the open list.
  const [isNamed] = useState(value !== undefined)
  const picker = (
    <ReferencePicker id={id} isMany startsOpen={!isNamed} field={{ ...field, filter: undefined, required: undefined, placeholder: field }}
      context={{}} value={value?.split(',') ?? []} aria-label={label(field)}
      onChange={(ids) => onChange((ids as string[]).join(',') || undefined)} />
  )
  return isNamed ? picker : <OnDemand id={id} label={label(field)} icon={<DownOutlined aria-hidden />}>{picker}</OnDemand>
}

/** Kinds whose value is the id of one record. */
export const referenceRenderer: FieldRenderer = { Input: One, Cell: ReferenceCell, Filter: ReferenceFilter }

/** Kinds whose value is a list of ids. */
export const referenceListRenderer: FieldRenderer = { Input: ManyReferencesInput, Cell: ReferenceCell, Filter: ReferenceFilter }
