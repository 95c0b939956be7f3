import type { Fields } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useFormText } from '#shell/form/text.ts'
import { RowValue } from './RowValue.tsx'

interface ReadFieldsProps {
  readonly table: string
  readonly columns: Fields
  readonly names: readonly string[]
  readonly row: FormValue
}

/** Columns of a row under their labels, for reading. */
export function ReadFields({ table, columns, names, row }: ReadFieldsProps) {
  const { label } = useFormText()
  return (
    <div className="oa-grid oa-read">
      {names.map((column) =>
        columns[column] && (
          <div key={column} className="oa-read-field">
            <span className="oa-field-label">{label(columns[column])}</span>
            <div>
              <RowValue table={table} column={column} field={columns[column]} row={row} />
            </div>
          </div>
        )
      )}
    </div>
  )
}
