import { PaperClipOutlined } from '@ant-design/icons'
import { Suspense } from 'react'
import type { ColumnGroup, Fields } from '#kernel/fields.ts'
import { rowIdOf } from '#kernel/evaluate/rows.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { shortened } from '#shell/form/table/GroupCell.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { ChangeMark } from '../rounds/ChangeMark.tsx'
import { useDetailText } from '../text.ts'

interface ReadGroupCellProps {
  readonly table: string
  readonly group: ColumnGroup
  readonly columns: Fields
  readonly row: FormValue
}

/** Several columns of a row in one cell: the one that stands for them, else the first choice among them, and whether there are files. */
export function ReadGroupCell({ table, group, columns, row }: ReadGroupCellProps) {
  const { t } = useDetailText()
  const held = group.columns.filter((column) => columns[column] && !kindOf(columns[column]).empty(row[column]))
  const shown = row[group.shows]
  const choice = held.find((column) => columns[column]?.kind === 'select')
  const field = columns[group.shows]
  if (typeof shown !== 'string' || !field || !held.includes(group.shows)) {
    return choice === undefined ? <span className="oa-nothing">—</span> : (
      <span className="oa-readtable-choice">
        <Suspense>
          <FieldCell field={columns[choice]!} value={row[choice]} record={row} />
        </Suspense>
      </span>
    )
  }
  const hasFiles = held.some((column) => columns[column]?.kind === 'attachment')
  return (
    <span className="oa-readtable-group">
      <span className="num" title={shown}>{shortened(shown)}</span>
      {hasFiles && <PaperClipOutlined className="oa-readtable-files" aria-label={t('files')} />}
      <ChangeMark path={`${table}.${group.shows}`} row={rowIdOf(row)} field={field} />
    </span>
  )
}
