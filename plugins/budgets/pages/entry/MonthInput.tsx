import { Input, type InputRef } from 'antd'
import { useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { formatNumber } from '#kernel/values/money.ts'
import { parseMoney } from '#kernel/values/typed-values.ts'
import { rmb, typedOf } from './months.ts'

export interface MonthInputProps {
  /** 0–11 */
  readonly index: number
  readonly value: string
  readonly name: string
  /** Id of the element with the error message. */
  readonly problem: string | undefined
  readonly isCompact?: boolean
  onChange(index: number, value: string): void
  /** Handles a paste. @returns whether the text was pasted as amounts into the months */
  onPaste(index: number, text: string): boolean
  onWalk(index: number): void
}

/** Amount input of a month: thousands separators while unfocused, plain digits while editing. Arrow keys at the edges move on. */
export function MonthInput({ index, value, name, problem, isCompact = false, onChange, onPaste, onWalk }: MonthInputProps) {
  const { isTyping, setIsTyping, input } = useTyping()
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = stepOf(event)
    if (step === 0) return
    event.preventDefault()
    onWalk(index + step)
  }
  const paste = (event: ClipboardEvent) => {
    if (onPaste(index, event.clipboardData.getData('text'))) event.preventDefault()
  }
  return (
    <Input ref={input} className="oa-number" size={isCompact ? 'small' : 'middle'} data-month={index} inputMode="decimal" autoComplete="off"
      maxLength={40} aria-label={name} status={problem ? 'error' : undefined} aria-invalid={problem !== undefined}
      aria-describedby={problem} value={isTyping ? value : shown(value)} onFocus={() => setIsTyping(true)} onBlur={() => setIsTyping(false)}
      onChange={({ target }) => onChange(index, target.value)} onKeyDown={press} onPaste={paste} />
  )
}

function useTyping() {
  const [isTyping, setIsTyping] = useState(false)
  const input = useRef<InputRef>(null)
  useLayoutEffect(() => {
    if (isTyping) input.current?.select()
  }, [isTyping])
  return { isTyping, setIsTyping, input }
}

const shown = (value: string): string => {
  const amount = parseMoney(value, rmb)
  return amount === null ? value : formatNumber(typedOf(amount))
}

const steps: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Step of an arrow key: ±1 if the caret is at that edge or all text is selected, else none. */
function stepOf(
  { key, currentTarget: { selectionStart, selectionEnd, value }, shiftKey, nativeEvent }: KeyboardEvent<HTMLInputElement>,
): -1 | 0 | 1 {
  const step = steps[key]
  if (step === undefined || shiftKey || nativeEvent.isComposing) return 0
  const isAll = selectionStart === 0 && selectionEnd === value.length
  const edge = step === -1 ? selectionEnd === 0 : selectionStart === value.length
  return isAll || edge ? step : 0
}
