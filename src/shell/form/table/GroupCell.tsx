import { ExclamationCircleFilled } from '@ant-design/icons'
import { Suspense } from 'react'
import type { ColumnGroup, FieldDefinition, Fields } from '#kernel/fields.ts'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { nameOfCell } from '../store/cell.ts'
import { sameProblem, usePart, useStore } from '../store/use-store.ts'
import { useFormText } from '../text.ts'
import { openProblems } from './MoreCell.tsx'

interface GroupCellProps {
  readonly table: string
  readonly rowId: string
  readonly index: number
  readonly group: ColumnGroup
  readonly isOpen: boolean
  readonly controls: string
  onToggle(rowId: string): void
}

/** Several columns in one cell: the one that stands for them with its choice beside it, or what is missing; it opens the row. */
export function GroupCell({ table, rowId, index, group, isOpen, controls, onToggle }: GroupCellProps) {
  const { t, label } = useFormText()
  const columns: Fields = useStore().form.fields[table]?.columns ?? {}
  const wrong = usePart((store) => group.columns.map((column) => store.problemAt(nameOfCell({ key: table, rowId, column }))).find(Boolean), sameProblem)
  const missing = usePart((store) => openProblems(store, table, rowId, group.columns))
  const shown = usePart((store) => store.read({ key: table, rowId, column: group.shows }))
  const tag = usePart((store) => (group.tag === undefined ? undefined : store.read({ key: table, rowId, column: group.tag })))
  const tagged = group.tag === undefined ? undefined : columns[group.tag]
  const text = typeof shown === 'string' && shown !== '' ? shortened(shown) : undefined
  const name = t('cellName', { label: label(group), n: index + 1 })
  const said = wrong ? t('toFill', { n: missing }) : text
  return (
    <button type="button" className={wrong ? 'plain oa-more oa-rowgroup is-wrong' : 'plain oa-more oa-rowgroup'} aria-expanded={isOpen} aria-controls={isOpen ? controls : undefined}
      aria-label={said === undefined ? name : `${name} ${said}`} title={typeof shown === 'string' ? shown : undefined} onClick={() => onToggle(rowId)}>
      {wrong && <ExclamationCircleFilled aria-hidden />}
      {said === undefined ? <Empty columns={columns} shows={group.shows} /> : <span className="num cut">{said}</span>}
      {!wrong && text !== undefined && tagged && <span className="oa-rowgroup-tag cut"><Suspense><FieldCell field={tagged} value={tag} /></Suspense></span>}
    </button>
  )
}

function Empty({ columns, shows }: { columns: Fields; shows: string }) {
  const { label } = useFormText()
  const field: FieldDefinition | undefined = columns[shows]
  return <span className="oa-rowgroup-empty cut">{field && label(field)}</span>
}

/** The first and last characters of a long number. */
const shortened = (text: string): string => (text.length > 12 ? `${text.slice(0, 4)}…${text.slice(-4)}` : text)
