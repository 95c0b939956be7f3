import { Rate } from 'antd'
import { RangeFilter } from './numbers/renderers.tsx'
import { useFieldText } from './text.ts'
import type { CellProps, FieldRenderer, InputProps } from './types.ts'

const countOf = (value: unknown) => (typeof value === 'number' ? value : 0)

function RateInput({ field, value, onChange, onBlur, disabled, id, ...control }: InputProps) {
  const { label } = useFieldText()
  return (
    <span id={id} className="oa-boolean row" role="group" aria-label={control['aria-label'] ?? label(field)}
      aria-describedby={control['aria-describedby']}
    >
      <Rate count={field.max ?? 5} value={countOf(value)} disabled={disabled} onChange={(stars) => onChange(stars || null)}
        onBlur={onBlur} />
    </span>
  )
}

function RateCell({ field, value }: CellProps) {
  const { t } = useFieldText()
  if (typeof value !== 'number') return <span className="oa-nothing">—</span>
  return (
    <span role="img" aria-label={t('stars', { count: value })}>{'★'.repeat(value)}{'☆'.repeat(Math.max(0, (field.max ?? 5) - value))}</span>
  )
}

export const rateRenderer: FieldRenderer = { Input: RateInput, Cell: RateCell, Filter: RangeFilter }
