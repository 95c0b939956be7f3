import { CalendarOutlined, ClockCircleOutlined } from '@ant-design/icons'
import { type ComponentType, type RefObject, Suspense, useCallback, useRef, useState } from 'react'
import { lazyPage, type LazyPage } from '#shell/routing/chunks.ts'
import { usePrefetch } from '#shell/routing/use-prefetch.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { useFieldText } from '../text.ts'
import type { InputProps } from '../types.ts'
import './moments.css'

/** A picker takes over from what stood in for it: the focus, and open where it was clicked. */
export interface PickerProps extends InputProps {
  readonly autoFocus?: boolean
  readonly defaultOpen?: boolean
}

interface ValueDisplay {
  /** The value as the picker will show it. */
  text(value: string, field: FieldDefinition): string
  readonly isTime?: true
}

/**
 * Makes the input of a picker whose chunk comes once the page is at rest, or with whoever goes to it; until then its value stands in its
 * place.
 */
export function pickerLater(load: () => Promise<ComponentType<PickerProps>>, shown: ValueDisplay): ComponentType<InputProps> {
  const Picker: LazyPage<PickerProps> = lazyPage(load)
  let isLoaded = false
  const arrival = async () => {
    await Picker.load()
    isLoaded = true
  }
  return function LaterPicker(props: InputProps) {
    const [taken, setTaken] = useState<Pick<PickerProps, 'autoFocus' | 'defaultOpen'> | undefined>(isLoaded ? {} : undefined)
    const input = useRef<HTMLInputElement>(null)
    const isClicked = useRef(false)
    const come = useCallback(async () => {
      await arrival()
      const isFocused = input.current !== null && document.activeElement === input.current
      setTaken((before) => before ?? { autoFocus: isFocused, defaultOpen: isFocused && isClicked.current })
    }, [])
    usePrefetch(come)
    const standIn = (
      <StandIn {...props} {...shown} input={input} onWanted={(isByClick) => {
        isClicked.current ||= isByClick
        void come().catch(() => undefined)
      }} />
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
  onWanted(isByClick: boolean): void
}

function StandIn({ field, value, id, disabled, variant, status, text, isTime, input, onWanted, ...props }: StandInProps) {
  const { locale } = useFieldText()
  const Icon = isTime ? ClockCircleOutlined : CalendarOutlined
  return (
    <span className="ant-picker oa-input oa-picker-stand-in" data-variant={variant} data-status={status}>
      <input ref={input} id={id} readOnly disabled={disabled} value={typeof value === 'string' ? text(value, field) : ''}
        placeholder={field.placeholder?.[locale] ?? ''} autoComplete="off" aria-label={props['aria-label']}
        aria-describedby={props['aria-describedby']} aria-invalid={props['aria-invalid']} onFocus={() => onWanted(false)}
        onClick={() => onWanted(true)} />
      <Icon className="ant-picker-suffix" aria-hidden />
    </span>
  )
}
