import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense } from 'react'
import type { Fields } from '#kernel/fields.ts'
import { newRowId } from '#kernel/values/row-id.ts'
import { Num } from '#shell/parts/Num.tsx'
import { Bar } from '#shell/parts/Skeletons.tsx'
import { useFieldText } from '../text.ts'
import type { CellProps, FieldRegistry, FieldRenderer, InputProps } from '../types.ts'
import './table.css'

type TableRowValue = Readonly<Record<string, unknown>>

const rowsOf = (value: unknown): readonly TableRowValue[] => (Array.isArray(value) ? (value as readonly TableRowValue[]) : [])

/** Rows of a record, a line each. (A document's rows have their own editor in the shell.) */
function TableInput({ kinds, field, value, onChange, context, id, disabled }: InputProps & { readonly kinds: FieldRegistry }) {
  const { t, label } = useFieldText()
  const rows = rowsOf(value)
  const change = (index: number, part: TableRowValue) => onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  return (
    <div id={id} className="oa-fieldrows" role="group" aria-label={label(field)}>
      {rows.map((row, index) => (
        <div key={String(row['rowId'] ?? index)} className="oa-fieldrows-row">
          <Cells kinds={kinds} columns={field.columns ?? {}} row={row} context={context} id={`${id}-${index}`}
            onChange={(part) => change(index, part)} />
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
  readonly kinds: FieldRegistry
  readonly columns: Fields
  readonly row: TableRowValue
  readonly context: TableRowValue
  readonly id: string
  onChange(part: TableRowValue): void
}

function Cells({ kinds, columns, row, context, id, onChange }: CellsProps) {
  const { label } = useFieldText()
  return Object.entries(columns).map(([key, column]) => {
    const { Input } = kinds[column.kind]
    return (
      <Suspense key={key} fallback={<Bar width="100%" height={32} />}>
        <Input id={`${id}-${key}`} field={column} value={row[key]} context={{ ...context, ...row }} aria-label={label(column)}
          onChange={(entered) => onChange({ [key]: entered })} />
      </Suspense>
    )
  })
}

/** A list shows how many rows there are. */
function TableCell({ value }: CellProps) {
  const { t } = useFieldText()
  return <Num>{rowsOf(value).length > 0 ? t('rows', { count: rowsOf(value).length }) : null}</Num>
}

/** Draws each cell by its kind's renderer, which is why it is given all of them. */
export const tableRenderer = (kinds: FieldRegistry): FieldRenderer => ({
  Input: (props: InputProps) => <TableInput {...props} kinds={kinds} />,
  Cell: TableCell,
})
