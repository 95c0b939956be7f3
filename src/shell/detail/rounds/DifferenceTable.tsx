import { amountFormat } from '#kernel/values/currency-format.ts'
import { Suspense } from 'react'
import type { RoundDifference, Edit } from '#approval/wire/rounds.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useCurrency } from '#shell/form/sections/Field.tsx'
import { Person } from '#shell/parts/Person.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { placeOf } from './rounds.ts'
import { useRoundsText } from './text.ts'

interface DifferenceTableProps {
  readonly form: Form
  readonly differences: readonly (RoundDifference | Edit)[]
}

/** Differences with labels; values are rendered by their field kind. */
export function DifferenceTable({ form, differences }: DifferenceTableProps) {
  const { t } = useRoundsText()
  const isEdits = differences.some((each) => 'by' in each)
  return (
    <table className="oa-difftable">
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
          {isEdits && <th scope="col">{t('who')}</th>}
        </tr>
      </thead>
      <tbody>
        {differences.map((difference, index) => (
          <Line key={`${placeOf(difference.field, difference.row)} ${index}`} form={form} difference={difference} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ form, difference }: { form: Form; difference: RoundDifference | Edit }) {
  const { t, label } = useRoundsText()
  const field = fieldAt(form.fields, difference.field)
  if (!field) return null
  const isRow = field.kind === 'table'
  const title = isRow
    ? `${label(field)} · ${t(difference.before === null ? 'rowAdded' : 'rowRemoved', { n: difference.rowNumber ?? 0 })}`
    : label(field)
  return (
    <tr>
      <th scope="row">
        {title}
        {!isRow && difference.rowNumber !== undefined && <span className="num">{t('row', { n: difference.rowNumber })}</span>}
      </th>
      <td>
        <Value field={field} value={difference.before} />
      </td>
      <td>
        <Value field={field} value={difference.after} />
      </td>
      {'by' in difference && (
        <td>
          <Person id={difference.by.id} name={difference.by.name} departed={!difference.by.enable} />{' '}
          <time className="num" dateTime={difference.at.replace(' ', 'T')}>{difference.at.slice(5, 16)}</time>
        </td>
      )}
    </tr>
  )
}

interface ValueProps {
  readonly field: FieldDefinition
  readonly value: unknown
}

function Value({ field, value }: ValueProps) {
  const own = useCurrency()
  if (value === null) return <span className="oa-nothing">—</span>
  if (field.kind === 'table') return <RowWords field={field} row={value as FormValue} />
  return (
    <Suspense>
      <FieldCell field={field} value={value} currency={amountFormat(field, own)} />
    </Suspense>
  )
}

/** Maximum number of columns that identify a row. */
const mostColumns = 4

/** An added or removed row, identified by its first values. */
function RowWords({ field, row }: { field: FieldDefinition; row: FormValue }) {
  const own = useCurrency()
  const held = Object.entries(field.columns ?? {}).filter(([column, definition]) =>
    definition.required === true && !kindOf(definition).empty(row[column])
  ).slice(0, mostColumns)
  return (
    <span className="oa-diffrow">
      {held.map(([column, definition]) => (
        <Suspense key={column}>
          <FieldCell field={definition} value={row[column]} record={row} currency={amountFormat(definition, own)} />
        </Suspense>
      ))}
    </span>
  )
}
