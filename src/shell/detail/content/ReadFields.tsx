import { Suspense } from 'react'
import type { Fields, FieldDefinition } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useFormText } from '#shell/form/text.ts'
import { amountFormat } from '#kernel/values/currency-format.ts'
import { rowIdOf } from '#kernel/evaluate/rows.ts'
import { isMaskedText, maskedText } from '#kernel/values/masked-text.ts'
import { useCurrency } from '#shell/form/sections/Field.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { AccountNumber } from '../accounts/AccountNumber.tsx'
import { ChangeMark } from '../rounds/ChangeMark.tsx'

interface ReadFieldsProps {
  readonly table: string
  readonly columns: Fields
  readonly names: readonly string[]
  readonly row: FormValue
}

/** Read-only columns of a row with labels. */
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

interface RowValueProps {
  readonly table: string
  readonly column: string
  readonly field: FieldDefinition
  readonly row: FormValue
}

/** A read-only cell, marked if it has changed. */
export function RowValue({ table, column, field, row }: RowValueProps) {
  const own = useCurrency()
  const currency = amountFormat(field, own)
  const value = row[column]
  return (
    <>
      {field.masked && typeof value === 'string' && value !== ''
        ? (
          <AccountNumber field={`${table}.${column}`} row={rowIdOf(row)}
            {...(isMaskedText(value) ? { masked: value } : { masked: maskedText(value), known: value })} />
        )
        : (
          <Suspense>
            <FieldCell field={field} value={value} record={row} currency={currency} />
          </Suspense>
        )}
      <ChangeMark path={`${table}.${column}`} row={rowIdOf(row)} field={field} currency={currency} />
    </>
  )
}
