import { Input, type InputRef } from 'antd'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
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
  /** The value after an entry that means nothing. */
  readonly fallback: unknown
}

interface NumberInputProps extends InputProps {
  readonly meaning: NumberKind
  readonly suffix?: ReactNode
}

/** A number, right-aligned: separators while it is read, plain digits while it is typed. */
export function NumberInput(props: NumberInputProps) {
  const { field, value, onChange, onBlur, meaning, suffix } = props
  const { locale } = useFieldText()
  const { typed, setTyped, input } = useTyped()
  const meant = (text: string) => (text.trim() === '' ? null : meaning.parse(text))
  const enter = (text: string) => {
    setTyped(text)
    const parsed = meant(text)
    if (parsed !== undefined) onChange(parsed)
  }
  const leave = () => {
    if (typed !== undefined && meant(typed) === undefined) onChange(meaning.fallback)
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
