import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense } from 'react'
import type { Fields } from '#kernel/fields.ts'
import { newRowId } from '#kernel/values/value.ts'
import { Num } from '#shell/parts/Figures.tsx'
import { Bar } from '#shell/parts/Skeletons.tsx'
import { useFieldText } from '../text.ts'
import type { CellProps, FindComponents, FieldRenderer, InputProps } from '../types.ts'
import './table.css'

type TableRowValue = Readonly<Record<string, unknown>>

const rowsOf = (value: unknown): readonly TableRowValue[] => (Array.isArray(value) ? (value as readonly TableRowValue[]) : [])

/** Rows of a record, one per line. (Tables of documents have an editor of their own in the shell.) */
function TableInput({ partsOf, field, value, onChange, context, id, disabled }: InputProps & { readonly partsOf: FindComponents }) {
  const { t, label } = useFieldText()
  const rows = rowsOf(value)
  const change = (index: number, part: TableRowValue) => onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  return (
    <div id={id} className="oa-fieldrows grid gap-8" role="group" aria-label={label(field)}>
      {rows.map((row, index) => (
        <div key={String(row['rowId'] ?? index)} className="oa-fieldrows-row flex gap-8 wide">
          <Cells partsOf={partsOf} columns={field.columns ?? {}} row={row} context={context} id={`${id}-${index}`}
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
  readonly partsOf: FindComponents
  readonly columns: Fields
  readonly row: TableRowValue
  readonly context: TableRowValue
  readonly id: string
  onChange(part: TableRowValue): void
}

function Cells({ partsOf, columns, row, context, id, onChange }: CellsProps) {
  const { label } = useFieldText()
  return Object.entries(columns).map(([key, column]) => {
    const { Input } = partsOf(column)
    return (
      <Suspense key={key} fallback={<Bar width="100%" height={32} />}>
        <Input id={`${id}-${key}`} field={column} value={row[key]} context={{ ...context, ...row }} aria-label={label(column)}
          onChange={(entered) => onChange({ [key]: entered })} />
      </Suspense>
    )
  })
}

/** The number of rows, in lists. */
function TableCell({ value }: CellProps) {
  const { t } = useFieldText()
  return <Num>{rowsOf(value).length > 0 ? t('rows', { count: rowsOf(value).length }) : null}</Num>
}

/** Renders the cells of rows with the components of their columns. */
export const tableRenderer = (partsOf: FindComponents): FieldRenderer => ({
  Input: (props: InputProps) => <TableInput {...props} partsOf={partsOf} />,
  Cell: TableCell,
})
