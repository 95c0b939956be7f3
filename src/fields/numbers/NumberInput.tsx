import { Input, type InputRef } from 'antd'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { unreadAmount } from '#kernel/values/typed-amount.ts'
import { controlOf } from '../control.ts'
import { useFieldText } from '../text.ts'
import type { InputProps } from '../types.ts'
import './numbers.css'

/** The way in which a kind reads and writes its number. */
export interface NumberKind {
  /** With thousands separators, for reading. */
  shown(value: unknown): string
  /** Plain, for typing. */
  typed(value: unknown): string
  /** The value that a text means; undefined when it means none. */
  parse(text: string): unknown
}

interface NumberInputProps extends InputProps {
  readonly meaning: NumberKind
  readonly suffix?: ReactNode
}

/**
 * A number, right-aligned: separators while it is read, plain digits while it is typed. A text that is no number is kept as the value, so
 * that the field's check says what it expects.
 */
export function NumberInput(props: NumberInputProps) {
  const { field, value, onChange, onBlur, meaning, suffix } = props
  const { locale } = useFieldText()
  const { typed, setTyped, input } = useTyped()
  const enter = (text: string) => {
    setTyped(text)
    onChange(text.trim() === '' ? null : meaning.parse(text) ?? unreadAmount(text))
  }
  const leave = () => {
    setTyped(undefined)
    onBlur?.()
  }
  return (
    <Input
      {...controlOf(props)}
      ref={input}
      className="oa-number"
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      suffix={suffix}
      placeholder={field.placeholder?.[locale]}
      value={typed ?? meaning.shown(value)}
      onFocus={() => setTyped(meaning.typed(value))}
      onChange={({ target }) => enter(target.value)}
      onBlur={leave}
    />
  )
}

/** The text that is being typed; the plain digits replace the shown ones, and with them the browser's own selection. */
function useTyped() {
  const [typed, setTyped] = useState<string>()
  const input = useRef<InputRef>(null)
  const isTyping = typed !== undefined
  useLayoutEffect(() => {
    if (isTyping) input.current?.select()
  }, [isTyping])
  return { typed, setTyped, input }
}
