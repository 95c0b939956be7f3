import { Suspense } from 'react'
import { amountSign } from '#kernel/amount-sign.ts'
import { rowIdOf } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/value.ts'
import { useCurrencySign } from '../form/Field.tsx'
import { FieldCell } from '../resource/renderers.tsx'
import { ChangeMark } from './rounds/ChangeMark.tsx'

interface RowValueProps {
  readonly table: string
  readonly column: string
  readonly field: FieldDefinition
  readonly row: FormValue
}

/** A value of a row, marked where it has changed. */
export function RowValue({ table, column, field, row }: RowValueProps) {
  const sign = useCurrencySign()
  const currency = amountSign(column, field, sign)
  return (
    <>
      <Suspense><FieldCell field={field} value={row[column]} record={row} currency={currency} /></Suspense>
      <ChangeMark path={`${table}.${column}`} row={rowIdOf(row)} field={field} currency={currency} />
    </>
  )
}
