import { Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { controlOf } from '../control.ts'
import { useFieldText } from '../text.ts'
import type { InputProps } from '../types.ts'
import './numbers.css'

/** How a kind reads and writes its number. */
export interface NumberMeaning {
  /** With thousands separators, for reading. */
  shown(value: unknown): string
  /** Plain, for typing. */
  typed(value: unknown): string
  /** The value that a text means; undefined when it means none. */
  parse(text: string): unknown
  /** What stands after an entry that means nothing. */
  readonly fallback: unknown
}

interface NumberInputProps extends InputProps {
  readonly meaning: NumberMeaning
  readonly suffix?: ReactNode
}

/** A number, right-aligned: separators while it is read, plain digits while it is typed. */
export function NumberInput(props: NumberInputProps) {
  const { field, value, onChange, onBlur, meaning, suffix } = props
  const { locale } = useFieldText()
  const [typed, setTyped] = useState<string>()
  const enter = (text: string) => {
    setTyped(text)
    if (text.trim() === '') return onChange(null)
    const parsed = meaning.parse(text)
    if (parsed !== undefined) onChange(parsed)
  }
  const leave = () => {
    if (typed !== undefined && typed.trim() !== '' && meaning.parse(typed) === undefined) onChange(meaning.fallback)
    setTyped(undefined)
    onBlur?.()
  }
  return (
    <Input
      {...controlOf(props)}
      className="oa-number"
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      suffix={suffix}
      placeholder={field.placeholder?.[locale]}
      value={typed ?? meaning.shown(value)}
      onFocus={({ target }) => {
        setTyped(meaning.typed(value))
        requestAnimationFrame(() => target.select())
      }}
      onChange={({ target }) => enter(target.value)}
      onBlur={leave}
    />
  )
}
