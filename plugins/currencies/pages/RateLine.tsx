import { Form, Input } from 'antd'
import { useId } from 'react'
import type { RateRow } from '../rate-row.ts'
import { cellOf, changeOf, monthBefore } from './rates.ts'
import { useRateText } from './text.ts'
import type { MonthEditor } from './use-month.ts'

interface LineProps {
  readonly caption: string
  readonly isRequired?: boolean
  readonly row: RateRow
  readonly month: string
  readonly editing: MonthEditor
}

/** One currency: its rate, and how far it is from the month before. */
export function RateLine({ caption, isRequired, row, month, editing }: LineProps) {
  const id = useId()
  const value = editing.valueOf(row)
  const problem = editing.problemOf(row)
  const compared = useComparison(row, month, value)
  const note = problem ?? compared
  const help = note === undefined ? undefined : { 'aria-describedby': `${id}-help` }
  return (
    <Form.Item label={caption} htmlFor={id} required={isRequired} validateStatus={problem ? 'error' : undefined}
      help={note && <span id={`${id}-help`} className="num">{note}</span>}
    >
      <Input id={id} className="oa-rates-input" prefix="￥" inputMode="decimal" autoComplete="off" maxLength={14} value={value}
        aria-invalid={problem !== undefined} {...help} onChange={({ target }) => editing.enter(row, target.value)} />
    </Form.Item>
  )
}

function useComparison(row: RateRow, month: string, value: string): string | undefined {
  const { t } = useRateText()
  const before = cellOf(row, monthBefore(month))?.rate
  if (before === undefined) return undefined
  const change = changeOf(value, before)
  return change === undefined ? t('previous', { rate: before }) : t('previousChange', { rate: before, change })
}
