import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense } from 'react'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { newRowId } from '#kernel/values/row-id.ts'
import { FieldInput } from '#shell/resource/renderers.tsx'
import { Num } from '#shell/parts/Num.tsx'
import { useFieldText } from '../text.ts'
import type { CellProps, FieldRenderer, InputProps } from '../types.ts'
import './table.css'

type TableRowValue = Readonly<Record<string, unknown>>

const rowsOf = (value: unknown): readonly TableRowValue[] => (Array.isArray(value) ? (value as readonly TableRowValue[]) : [])

/** Rows of a record, a line each. (A document's rows have their own editor in the shell.) */
function TableInput({ field, value, onChange, context, id, disabled }: InputProps) {
  const { t, label } = useFieldText()
  const rows = rowsOf(value)
  const change = (index: number, part: TableRowValue) => onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  return (
    <div id={id} className="oa-fieldrows" role="group" aria-label={label(field)}>
      {rows.map((row, index) => (
        <div key={String(row['rowId'] ?? index)} className="oa-fieldrows-row">
          <Cells columns={field.columns ?? {}} row={row} context={context} id={`${id}-${index}`} onChange={(part) => change(index, part)} />
          <Button type="text" icon={<DeleteOutlined aria-hidden />} disabled={disabled} aria-label={t('removeRow', { n: index + 1 })}
            onClick={() => onChange(rows.filter((_, at) => at !== index))} />
        </div>
      ))}
      <Button size="small" icon={<PlusOutlined aria-hidden />} disabled={disabled}
        onClick={() => onChange([...rows, { rowId: newRowId() }])}
      >
        {t('addRow')}
      </Button>
    </div>
  )
}

interface CellsProps {
  readonly columns: Fields
  readonly row: TableRowValue
  readonly context: TableRowValue
  readonly id: string
  onChange(part: TableRowValue): void
}

function Cells({ columns, row, context, id, onChange }: CellsProps) {
  const { label } = useFieldText()
  const cell = ([key, column]: [string, FieldDefinition]) => (
    <FieldInput key={key} id={`${id}-${key}`} field={column} value={row[key]} context={{ ...context, ...row }} aria-label={label(column)}
      onChange={(entered) => onChange({ [key]: entered })} />
  )
  return <Suspense>{Object.entries(columns).map(cell)}</Suspense>
}

/** A list shows how many rows there are. */
function TableCell({ value }: CellProps) {
  const { t } = useFieldText()
  return <Num>{rowsOf(value).length > 0 ? t('rows', { count: rowsOf(value).length }) : null}</Num>
}

export const renderer: FieldRenderer = { Input: TableInput, Cell: TableCell }
