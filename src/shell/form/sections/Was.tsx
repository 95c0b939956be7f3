import { createContext, Suspense, useContext } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { CurrencyFormat } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { FieldCell } from '../../resource/renderers.tsx'
import type { CellName } from '../store/cell.ts'
import { useFormText } from '../texts.ts'

/** The filed value of the document being edited; undefined for a new one. */
export const FiledValue = createContext<FormValue | undefined>(undefined)

interface WasProps {
  readonly field: FieldDefinition
  readonly cell: CellName
  readonly value: unknown
  readonly currency: CurrencyFormat
}

/** Below a changed value: a note with the filed value struck through. */
export function Was({ field, cell, value, currency }: WasProps) {
  const filed = useContext(FiledValue)
  const before = filed && heldAt(filed, cell)
  return before === undefined || isSameText(before, value) ? null : <Changed field={field} before={before} currency={currency} />
}

function Changed({ field, before, currency }: Pick<WasProps, 'field' | 'currency'> & { before: unknown }) {
  const { t } = useFormText()
  return (
    <span className="oa-was block small line-18">
      {t('changed')} {!isNothing(before) && (
        <del>
          <Suspense>
            <FieldCell field={field} value={before} currency={currency} />
          </Suspense>
        </del>
      )}
    </span>
  )
}

/** The filed value of a cell, null if empty; undefined in a new row. */
function heldAt(filed: FormValue, { key, rowId, column }: CellName): unknown {
  if (rowId === undefined || column === undefined) return filed[key] ?? null
  const row = rowsAt(filed, key).find((each) => each['rowId'] === rowId)
  return row && (row[column] ?? null)
}

const isNothing = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Returns whether two values are equal; nullish values are equal to each other. */
export const isSameText = (one: unknown, other: unknown) =>
  (isNothing(one) && isNothing(other)) || JSON.stringify(one) === JSON.stringify(other)
