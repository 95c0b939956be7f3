import { Checkbox, Radio } from 'antd'
import { useId } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import { sourceOf } from '#kernel/record-kinds.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import type { ReferenceCandidate } from '../types.ts'
import { type PickerColumn, pickerColumns, wordOf } from './columns.ts'
import type { PickerRows } from './PickerDialog.tsx'
import { usePickerText } from './text.ts'

interface TableProps extends PickerRows<ReferenceCandidate> {
  readonly field: FieldDefinition
  readonly max: number
  /** Returns whether the field's `filter` accepts a record. */
  accepts(record: ReferenceCandidate): boolean
}

const skeleton = ['24%', '40%', '36%']

/** The table of records to choose from; one that cannot be chosen shows the reason. */
export function CandidateTable({ field, max, rows, keyLabel, ids, emptyText, accepts, choose }: TableProps) {
  const { t, label } = usePickerText()
  const titleOf = useTitles()
  const group = useId()
  if (!rows) return <RowsSkeleton rows={10} columns={skeleton} />
  if (rows.length === 0) return <p className="oa-linkable-none">{emptyText}</p>
  const columns = pickerColumns(field, keyLabel).filter(({ attribute }) =>
    attribute !== 'name' || rows.some(({ code, name }) => name !== code)
  )
  const headOf = (title: Parameters<typeof titleOf>[0]) => (columns.length === 1 ? label(field) : titleOf(title))
  const whyNot = (record: ReferenceCandidate): string | undefined => {
    if (!record.enabled) return t('disabled')
    if (!accepts(record)) return t('unfit')
    return max > 1 && ids.length >= max ? t(sourceOf(field) === 'person' ? 'fullPeople' : 'full', { n: max }) : undefined
  }
  return (
    <table className="oa-linkable-table">
      <thead>
        <tr>{columns.map(({ attribute, title }) => <th key={attribute} scope="col">{headOf(title)}</th>)}</tr>
      </thead>
      <tbody>
        {rows.map((record) => {
          const isChosen = ids.includes(record.id)
          return (
            <Row key={record.id} record={record} columns={columns} group={group} isChosen={isChosen} isSingle={max === 1}
              why={isChosen ? undefined : whyNot(record)} onChoose={choose} />
          )
        })}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly record: ReferenceCandidate
  readonly columns: ReturnType<typeof pickerColumns>
  /** Name of the radio group, for keyboard navigation. */
  readonly group: string
  readonly isChosen: boolean
  readonly isSingle: boolean
  readonly why: string | undefined
  onChoose(record: ReferenceCandidate, isChosen: boolean): void
}

function Row({ record, columns, group, isChosen, isSingle, why, onChoose }: RowProps) {
  const { name } = usePickerText()
  const titleOf = useTitles()
  const SelectBox = isSingle ? Radio : Checkbox
  const [first, ...rest] = columns.map(({ attribute, title }) => ({ attribute, title: titleOf(title),
    text: name(wordOf(record, attribute)) })
  )
  const called = name(record.name)
  return (
    <tr data-chosen={isChosen || undefined} data-tip={why}
      onClick={({ target }) => why === undefined && !(target as Element).closest('label') && onChoose(record, isSingle || !isChosen)}
    >
      <th scope="row">
        <SelectBox name={group} checked={isChosen} disabled={why !== undefined}
          aria-label={why === undefined ? called : `${called}: ${why}`} onChange={({ target }) => onChoose(record, target.checked)} />
        <span className="oa-candidate">{first?.text}</span>
      </th>
      {rest.map(({ attribute, title, text }) => (
        <td key={attribute} data-label={title}>
          <span className={attribute === 'name' || attribute === 'label' ? 'oa-linkable-title' : 'oa-linkable-about'}>{text}</span>
        </td>
      ))}
    </tr>
  )
}

function useTitles(): (title: PickerColumn['title']) => string {
  const { t, locale } = usePickerText()
  return (title) => (typeof title === 'string' ? t(title) : title[locale])
}
