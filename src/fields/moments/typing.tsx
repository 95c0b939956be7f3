import { CalendarOutlined, ClockCircleOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { controlOf } from '../control.ts'
import type { InputProps } from '../types.ts'

interface TypedEndsProps {
  /** Called when text was typed into an input of the picker and then confirmed by blur or Enter; `end` is the input's index. */
  onTyped(text: string, end: number): void
  readonly children: ReactNode
}

/**
 * Wraps a picker to catch typed text, which the picker itself would discard unless it has exactly its format. Choosing in the calendar
 * overrides text typed before.
 */
export function TypedEnds({ onTyped, children }: TypedEndsProps) {
  const box = useRef<HTMLSpanElement>(null)
  const typed = useRef(new Map<number, string>())
  const endOf = (target: EventTarget) => [...(box.current?.querySelectorAll('input') ?? [])].findIndex((input) => input === target)
  const report = (target: EventTarget) => {
    const end = endOf(target)
    const text = typed.current.get(end)
    typed.current.delete(end)
    if (text !== undefined) onTyped(text.trim(), end)
  }
  const press = ({ target }: MouseEvent) => {
    if (!(target instanceof Node && box.current?.contains(target) && target instanceof HTMLInputElement)) typed.current.clear()
  }
  const input = ({ target }: { readonly target: EventTarget }) => {
    if (target instanceof HTMLInputElement) typed.current.set(endOf(target), target.value)
  }
  return (
    <span ref={box} className="oa-typed-ends" onInput={input} onMouseDownCapture={press} onBlur={({ target }: FocusEvent) => report(target)}
      onKeyDownCapture={({ key, target }: KeyboardEvent) => key === 'Enter' && report(target)}
    >
      {children}
    </span>
  )
}

interface MomentTextProps extends Omit<InputProps, 'value'> {
  readonly value: string
  readonly isTime?: boolean
  readonly autoFocus?: boolean
  onEditing(isEditing: boolean): void
}

/** An input for typed text that is not a valid date or time, which a picker would not display. */
export function MomentText({ value, isTime = false, autoFocus = false, onEditing, ...props }: MomentTextProps) {
  const [typed, setTyped] = useState<string>()
  const Icon = isTime ? ClockCircleOutlined : CalendarOutlined
  return (
    <Input {...controlOf({ ...props, value })} className="oa-input" autoComplete="off" maxLength={40} autoFocus={autoFocus}
      suffix={<Icon className="oa-moment-icon" aria-hidden />} value={typed ?? value} onFocus={() => onEditing(true)}
      onChange={({ target }) => {
        setTyped(target.value)
        props.onChange(target.value)
      }} onBlur={(event) => {
      onEditing(false)
      props.onBlur?.(event)
    }} />
  )
}
