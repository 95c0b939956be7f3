import { Suspense } from 'react'
import { amountFormat } from '#kernel/values/currency-format.ts'
import { rowIdOf } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { isMaskedText, maskedText } from '#kernel/values/masked-text.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useCurrency } from '#shell/form/sections/Field.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { AccountNumber } from '../accounts/AccountNumber.tsx'
import { ChangeMark } from '../rounds/ChangeMark.tsx'

interface RowValueProps {
  readonly table: string
  readonly column: string
  readonly field: FieldDefinition
  readonly row: FormValue
}

/** A value of a row, marked where it has changed. */
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
