import { Suspense } from 'react'
import { amountFormat } from '#kernel/values/currency-format.ts'
import { rowIdOf } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { isMaskedText } from '#kernel/values/masked-text.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useCurrency } from '#shell/form/Field.tsx'
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
  return (
    <>
      {field.masked && isMaskedText(row[column])
        ? <AccountNumber masked={row[column]} field={`${table}.${column}`} row={rowIdOf(row)} />
        : (
          <Suspense>
            <FieldCell field={field} value={row[column]} record={row} currency={currency} />
          </Suspense>
        )}
      <ChangeMark path={`${table}.${column}`} row={rowIdOf(row)} field={field} currency={currency} />
    </>
  )
}
