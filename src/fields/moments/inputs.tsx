import { DatePicker, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import 'dayjs/locale/zh-cn'
import { useMemo } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import { controlOf } from '../control.ts'
import { useFieldText } from '../text.ts'
import type { InputProps } from '../types.ts'
import type { PickerProps } from './PickerStandIn.tsx'
import type { DaysFieldProps, DaysPreset } from './days.ts'

dayjs.extend(customParseFormat)

const day = 'YYYY-MM-DD'
const moment = 'YYYY-MM-DD HH:mm:ss'
const clock = 'HH:mm'

const read = (value: unknown, format: string): Dayjs | null => {
  const parsed = typeof value === 'string' && value !== '' ? dayjs(value, format) : null
  return parsed?.isValid() ? parsed : null
}

/** The same moment as long as the text is the same: a picker that is given another one each time never comes to rest while it opens. */
const useMoment = (value: unknown, format: string) => useMemo(() => read(value, format), [value, format])

const useSpan = (from: unknown, to: unknown) => useMemo((): [Dayjs | null, Dayjs | null] => [read(from, day), read(to, day)], [from, to])

const written = (value: Dayjs | null, format: string) => value?.format(format) ?? null

/** The placeholder of an empty picker, in the language of the screen. */
function usePlaceholder({ placeholder }: FieldDefinition): string {
  const { locale } = useFieldText()
  return placeholder?.[locale] ?? ''
}

const pickerControlOf = (props: PickerProps) => ({ ...controlOf(props), autoFocus: props.autoFocus, defaultOpen: props.defaultOpen })

/** A day (yyyy-MM-dd), or the first day of a month where the field counts in months. */
export function DateInput(props: PickerProps) {
  return props.field.months ? <MonthInput {...props} /> : <DayInput {...props} />
}

function DayInput(props: PickerProps) {
  const value = useMoment(props.value, day)
  return (
    <DatePicker {...pickerControlOf(props)} className="oa-input" value={value} placeholder={usePlaceholder(props.field)} format={day}
      onChange={(chosen) => props.onChange(written(chosen, day))} />
  )
}

/** A month; its first day is kept. */
function MonthInput(props: PickerProps) {
  const value = useMoment(props.value, day)
  return (
    <DatePicker {...pickerControlOf(props)} picker="month" className="oa-input" value={value} placeholder={usePlaceholder(props.field)}
      format="YYYY-MM" onChange={(chosen) => props.onChange(written(chosen?.startOf('month') ?? null, day))} />
  )
}

/** A day with hour and minute, kept as yyyy-MM-dd HH:mm:ss. */
export function DateTimeInput(props: PickerProps) {
  const value = useMoment(props.value, moment)
  return (
    <DatePicker {...pickerControlOf(props)} className="oa-input" value={value} placeholder={usePlaceholder(props.field)}
      showTime={{ format: clock }} format="YYYY-MM-DD HH:mm" onChange={(chosen) => props.onChange(written(chosen, moment))} />
  )
}

/** A time of day, kept as HH:mm. */
export function TimeInput(props: PickerProps) {
  const { value } = props
  const shown = useMoment(typeof value === 'string' ? value.slice(0, 5) : null, clock)
  return (
    <TimePicker {...pickerControlOf(props)} className="oa-input" value={shown} placeholder={usePlaceholder(props.field)} format={clock}
      needConfirm={false} onChange={(chosen) => props.onChange(written(chosen, clock))} />
  )
}

/** A first and a last day, kept as a list of two; null while one of them is missing. */
export function DateRangeInput(props: InputProps) {
  const [from, to]: unknown[] = Array.isArray(props.value) ? props.value : []
  const value = useSpan(from, to)
  const { t, label } = useFieldText()
  const { id } = props
  const end = `${id}-end`
  return (
    <>
      <DatePicker.RangePicker {...controlOf(props)} id={{ start: id, end }} className="oa-input" value={value} placeholder={['', '']}
        onChange={(days) => props.onChange(days?.[0] && days[1] ? [written(days[0], day), written(days[1], day)] : null)} />
      <label className="unseen" htmlFor={end}>{t('rangeEnd', { label: props['aria-label'] ?? label(props.field) })}</label>
    </>
  )
}

/** A first and a last day, joined by a comma; it opens as it appears. */
export function DaysPicker({ id, label, value, onChange, mayBeOpen = false, presets = [] }: DaysFieldProps) {
  const [from, to] = value?.split(',') ?? []
  const span = useSpan(from, to)
  return (
    <DatePicker.RangePicker id={id} className="oa-input" autoFocus defaultOpen value={span} placeholder={[label, '']} aria-label={label}
      allowEmpty={[mayBeOpen, mayBeOpen]} presets={presets.map(spanOf)}
      onChange={(days) => onChange(days ? `${written(days[0], day) ?? ''},${written(days[1], day) ?? ''}` : undefined)} />
  )
}

function spanOf({ label, since: [amount, unit], until = 0 }: DaysPreset): { label: string; value: [Dayjs, Dayjs] } {
  const today = dayjs().startOf('day')
  return { label, value: [today.subtract(amount, unit), today.subtract(until, 'day')] }
}
