import { CalendarOutlined, ClockCircleOutlined } from '@ant-design/icons'
import { type ComponentType, type RefObject, Suspense, useCallback, useRef, useState } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import { lazyPage, type LazyPage } from '#shell/routing/chunks.ts'
import { usePrefetch } from '#shell/routing/use-prefetch.ts'
import { useFieldText } from '../text.ts'
import type { FilterProps, InputProps } from '../types.ts'
import './moments.css'

/** State that a picker takes over from its placeholder: focus, open state, and text typed before it was loaded. */
export interface PickerProps extends InputProps {
  readonly autoFocus?: boolean
  readonly defaultOpen?: boolean
  readonly typed?: string
}

interface ValueDisplay {
  /** Formats the value as the picker will. */
  text(value: string, field: FieldDefinition): string
  readonly isTime?: true
}

/**
 * A picker that is loaded when the page is idle, or on focus; until then a plain input shows its value. Text typed into that input becomes
 * the value at once, and is parsed by the picker on blur or Enter.
 */
export function pickerLater(load: () => Promise<ComponentType<PickerProps>>, shown: ValueDisplay): ComponentType<InputProps> {
  const Picker: LazyPage<PickerProps> = lazyPage(load)
  let isLoaded = false
  const arrival = async () => {
    await Picker.load()
    isLoaded = true
  }
  return function LaterPicker(props: InputProps) {
    const [taken, setTaken] = useState<Omit<PickerProps, keyof InputProps> | undefined>(isLoaded ? {} : undefined)
    const [typed, setTyped] = useState<string>()
    const input = useRef<HTMLInputElement>(null)
    const isClicked = useRef(false)
    const isTyping = useRef(false)
    const come = useCallback(async () => {
      await arrival()
      const isFocused = input.current !== null && document.activeElement === input.current
      if (!isTyping.current) setTaken((before) => before ?? { autoFocus: isFocused, defaultOpen: isFocused && isClicked.current })
    }, [])
    usePrefetch(come)
    const bring = () => void come().catch(() => undefined)
    const enter = (isFocused: boolean) => {
      if (typed === undefined) return
      isTyping.current = false
      setTaken({ typed, autoFocus: isFocused })
    }
    const standIn = (
      <StandIn {...props} {...shown} input={input} typed={typed} onWanted={(isByClick) => {
        isClicked.current ||= isByClick
        bring()
      }} onTyped={(text) => {
        isTyping.current = true
        setTyped(text)
        props.onChange(text === '' ? null : text)
      }} onEntered={enter} />
    )
    return taken
      ? (
        <Suspense fallback={standIn}>
          <Picker {...props} {...taken} />
        </Suspense>
      )
      : standIn
  }
}

interface StandInProps extends InputProps, ValueDisplay {
  readonly input: RefObject<HTMLInputElement | null>
  readonly typed: string | undefined
  onWanted(isByClick: boolean): void
  onTyped(text: string): void
  onEntered(isFocused: boolean): void
}

function StandIn(props: StandInProps) {
  const { field, value, id, disabled, variant, status, text, isTime, input, typed, onBlur, onWanted, onTyped, onEntered } = props
  const { locale } = useFieldText()
  const Icon = isTime ? ClockCircleOutlined : CalendarOutlined
  return (
    <span className="ant-picker oa-input oa-picker-stand-in inline-row surface outlined round-6 high-32 narrow" data-variant={variant}
      data-status={status}
    >
      <input ref={input} id={id} disabled={disabled} value={typed ?? (typeof value === 'string' ? text(value, field) : '')}
        placeholder={field.placeholder?.[locale] ?? ''} autoComplete="off" maxLength={40} aria-label={props['aria-label']}
        aria-describedby={props['aria-describedby']} aria-invalid={props['aria-invalid']} onFocus={() => onWanted(false)}
        onClick={() => onWanted(true)} onChange={({ target }) => onTyped(target.value)} onBlur={(event) => {
        onEntered(false)
        onBlur?.(event)
      }} onKeyDown={({ key }) => key === 'Enter' && onEntered(true)} />
      <Icon className="ant-picker-suffix" aria-hidden />
    </span>
  )
}

export interface DaysFieldProps extends Pick<FilterProps, 'id' | 'value' | 'onChange'> {
  readonly label: string
  /** Whether either end may be empty. */
  readonly mayBeOpen?: boolean
  /** Predefined ranges. */
  readonly presets?: readonly DaysPreset[]
}

export interface DaysPreset {
  readonly label: string
  /** Start, relative to today. */
  readonly since: readonly [number, 'day' | 'week' | 'month' | 'year']
  /** End, in days before today. @default 0 */
  readonly until?: number
}
