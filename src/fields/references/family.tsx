import { DownOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { lazyPage } from '#shell/routing/chunks.ts'
import { type RecordKind, sourceOf } from '#kernel/record-kinds.ts'
import { Person } from '#shell/parts/Person.tsx'
import { OnDemand } from '../on-demand/OnDemand.tsx'
import { useFieldText } from '../text.ts'
import type { FieldRenderer, FilterProps, InputProps, ReferenceCandidate, CellProps } from '../types.ts'
import { NameWaiting } from './NameWaiting.tsx'
import { idsOf, storedName, useIsComing, useReferences } from './reference-book.ts'
import './references.css'

/** The names of the referenced records. */
function ReferenceCell({ field, value }: CellProps) {
  const ids = idsOf(value)
  const records = useReferences(sourceOf(field), ids)
  if (ids.length === 0) return <span className="oa-nothing">—</span>
  return (
    <span className="oa-reference-list inline-flex wrap narrow">
      {ids.map((id, index) => <Name key={id} kind={sourceOf(field)} id={id} record={records[index]} />)}
    </span>
  )
}

function Name({ kind, id, record }: { kind: RecordKind; id: string; record: ReferenceCandidate | undefined }) {
  const { name } = useFieldText()
  const isComing = useIsComing(kind)
  if (isComing(id, record)) return <NameWaiting />
  if (kind === 'person') return <Person id={id} name={record?.name ?? id} departed={record?.['departed'] === true} />
  return <span className="cut">{name(storedName(record, id))}</span>
}

/** Lazy chunk: lists only need names, not the search and the expression evaluator. */
const ReferencePicker = lazyPage(async () => (await import('./ReferencePicker.tsx')).ReferencePicker)

const loaded = { load: () => ReferencePicker.load() }

const One = Object.assign((props: InputProps) => <ReferencePicker {...props} isMany={false} />, loaded)

export const ManyReferencesInput = Object.assign((props: InputProps) => <ReferencePicker {...props} isMany />, loaded)

/** A filter by any of several records, ids joined with commas. */
export function ReferenceFilter({ field, value, onChange, id }: FilterProps) {
  const { label } = useFieldText()
  // only an initial value is shown by name first; switching while the user chooses would close the list
  const [isNamed] = useState(value !== undefined)
  const picker = (
    <ReferencePicker id={id} isMany startsOpen={!isNamed} field={{ ...field, filter: undefined, required: undefined, placeholder: field }}
      context={{}} value={value?.split(',') ?? []} aria-label={label(field)}
      onChange={(ids) => onChange((ids as string[]).join(',') || undefined)} />
  )
  return isNamed ? picker : <OnDemand id={id} label={label(field)} icon={<DownOutlined aria-hidden />}>{picker}</OnDemand>
}

/** Renderer of kinds whose value is a record id. */
export const referenceRenderer: FieldRenderer = { Input: One, Cell: ReferenceCell, Filter: ReferenceFilter }

/** Renderer of kinds whose value is a list of record ids. */
export const referenceListRenderer: FieldRenderer = { Input: ManyReferencesInput, Cell: ReferenceCell, Filter: ReferenceFilter }
