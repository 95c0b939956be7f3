import { type RecordKind, sourceOf } from '#kernel/record-kinds.ts'
import { Person } from '#shell/parts/Person.tsx'
import { useFieldText } from '../text.ts'
import type { ReferenceCandidate, CellProps } from '../types.ts'
import { NameWaiting } from './NameWaiting.tsx'
import { idsOf, storedName, useIsComing, useReferences } from './use-references.ts'
import './references.css'

/** The names of the records that a value names. */
export function ReferenceCell({ field, value }: CellProps) {
  const ids = idsOf(value)
  const records = useReferences(sourceOf(field), ids)
  if (ids.length === 0) return <span className="oa-nothing">—</span>
  return (
    <span className="oa-reference-list">
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
