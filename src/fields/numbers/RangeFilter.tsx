import { Input } from 'antd'
import { useFieldText } from '../text.ts'
import type { FilterProps } from '../types.ts'
import './numbers.css'

/** From and to, joined by a comma; either may be empty. */
export function RangeFilter({ field, value, onChange, id }: FilterProps) {
  const { t, label } = useFieldText()
  const [from = '', to = ''] = value?.split(',') ?? []
  const change = (low: string, high: string) => onChange(low === '' && high === '' ? undefined : `${clean(low)},${clean(high)}`)
  return (
    <span className="oa-range">
      <Input id={id} className="oa-number" inputMode="decimal" value={from} placeholder={label(field)}
        aria-label={`${label(field)} ${t('from')}`} onChange={({ target }) => change(target.value, to)} />
      <span aria-hidden>–</span>
      <Input className="oa-number" inputMode="decimal" value={to} placeholder={t('to')} aria-label={`${label(field)} ${t('to')}`}
        onChange={({ target }) => change(from, target.value)} />
    </span>
  )
}

const clean = (text: string) => text.replaceAll(/[^\d.-]/g, '')
