import { Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { amountIn } from '#kernel/values/typed-amount.ts'
import { useFieldText } from '../text.ts'
import type { FilterProps } from '../types.ts'
import './numbers.css'

/** A numeric range, joined with a comma; either end may be empty. */
export function RangeFilter({ field, value, onChange, id }: FilterProps) {
  const { t, label } = useFieldText()
  const [from = '', to = ''] = value?.split(',') ?? []
  const change = (low: string, high: string) => onChange(low === '' && high === '' ? undefined : `${low},${high}`)
  const { precision = field.kind === 'money' ? 2 : 6 } = field
  return (
    <span className="oa-range">
      <Side id={id} places={precision} value={from} placeholder={label(field)} name={`${label(field)} ${t('from')}`}
        onChange={(low) => change(low, to)} />
      <span aria-hidden>–</span>
      <Side places={precision} value={to} placeholder={t('to')} name={`${label(field)} ${t('to')}`}
        onChange={(high) => change(from, high)} />
    </span>
  )
}

interface SideProps {
  readonly id?: string
  readonly places: number
  readonly value: string
  readonly placeholder: string
  readonly name: string
  onChange(value: string): void
}

/** One end of the range. An invalid text is kept locally and not searched for. */
function Side({ id, places, value, placeholder, name, onChange }: SideProps) {
  const { t } = useFieldText()
  const [typed, setTyped] = useState<string>()
  const input = useRef<InputRef>(null)
  const isWrong = typed !== undefined && typed.trim() !== '' && amountIn(typed, { places }) === null
  const problem = isWrong ? t('numberExpected') : ''
  useEffect(() => void input.current?.input?.setCustomValidity(problem), [problem])
  const enter = (text: string) => {
    setTyped(text)
    const amount = text.trim() === '' ? '' : amountIn(text, { places })?.toFixed()
    if (amount !== undefined) onChange(amount)
  }
  return (
    <Input ref={input} id={id} className="oa-number" inputMode="decimal" value={typed ?? value} placeholder={placeholder} aria-label={name}
      status={isWrong ? 'error' : ''} aria-invalid={isWrong || undefined} title={problem || undefined}
      onChange={({ target }) => enter(target.value)} onBlur={() => !isWrong && setTyped(undefined)} />
  )
}
