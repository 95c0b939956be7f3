import type { TimelineChange } from '#approval/wire/timeline.ts'
import { amountFormat } from '#kernel/values/money.ts'
import { Suspense } from 'react'
import { fieldAt } from '#kernel/evaluate/path.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { isKeptBeside } from '#kernel/fields/kept-beside.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useCurrency } from '#shell/form/sections/Field.tsx'
import { useStore } from '#shell/form/store/use-store.ts'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { useDetailText } from '../texts.ts'
import { useRailText } from './texts.ts'

/** Maximum number of changes shown per entry; more are counted. */
const shown = 6

interface ChangedCell {
  readonly change: TimelineChange
  readonly field: FieldDefinition
  /** Row number, from 1. */
  readonly row: number | undefined
}

/** Fields that an approver changed, with old and new values, for single visible values. */
export function Changes({ changes }: { changes: readonly TimelineChange[] }) {
  const { form, value } = useStore()
  const { label } = useDetailText()
  const { t } = useRailText()
  const own = useCurrency()
  const cells = changes.flatMap((change) => cellOf(form, value, change) ?? [])
  if (cells.length === 0) return null
  return (
    <ul className="oa-record-changes second small">
      {cells.slice(0, shown).map(({ change, field, row }) => {
        const currency = amountFormat(field, own)
        return (
          <li key={change.field}>
            {label(field)}
            {row !== undefined && <span className="num">{' '}{t('rowNumber', { n: row })}</span>}{' '}
            <Suspense>
              <FieldCell field={field} value={change.before} currency={currency} /> →{' '}
              <strong>
                <FieldCell field={field} value={change.after} currency={currency} />
              </strong>
            </Suspense>
          </li>
        )
      })}
      {cells.length > shown && <li>{t('more', { count: cells.length - shown })}</li>}
    </ul>
  )
}

/** The cell of a change; undefined for whole tables and for fields that are not displayed. */
function cellOf({ fields }: Form, value: FormValue, change: TimelineChange): ChangedCell | undefined {
  const [key = '', rowId, column] = change.field.split('.')
  if (fields[key]?.section === undefined || isList(change)) return undefined
  const field = fieldAt(fields, column === undefined ? key : `${key}.${column}`)
  if (!field || isKeptBeside(field)) return undefined
  return { change, field, row: rowNumber(value, key, rowId) }
}

const isList = ({ before, after }: TimelineChange) => Array.isArray(before) || Array.isArray(after)

/** The current number of a row, from 1; undefined if it was removed, and for header fields. */
function rowNumber(value: FormValue, table: string, rowId: string | undefined): number | undefined {
  if (rowId === undefined) return undefined
  const index = rowsAt(value, table).findIndex((row) => row['rowId'] === rowId)
  return index < 0 ? undefined : index + 1
}
