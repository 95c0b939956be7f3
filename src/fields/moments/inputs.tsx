import { DatePicker, Input, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import timezone from 'dayjs/plugin/timezone'
import utc from 'dayjs/plugin/utc'
import 'dayjs/locale/zh-cn'
import { type ComponentType, type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useContext, useEffect, useMemo, useRef,
  useState } from 'react'
import { CalendarOutlined, ClockCircleOutlined } from '@ant-design/icons'
import type { FieldDefinition } from '#kernel/fields.ts'
import { isDate, isDateTime, isTime, todayOf } from '#kernel/values/dates.ts'
import { dayIn, momentIn, monthIn, timeIn } from '#kernel/values/typed-moment.ts'
import { FieldContextContext } from '../field-context.ts'
import { controlOf, type InputProps } from '../types.ts'
import { useFieldText } from '../text.ts'
import type { DaysFieldProps, DaysPreset, PickerProps } from './PickerStandIn.tsx'

dayjs.extend(customParseFormat)
// pickers take today and "now" from dayjs's default time zone: use the company's, not the browser's
dayjs.extend(utc)
dayjs.extend(timezone)
dayjs.tz.setDefault('Asia/Shanghai')

const day = 'YYYY-MM-DD'
const moment = 'YYYY-MM-DD HH:mm:ss'
const clock = 'HH:mm'

const read = (value: unknown, format: string): Dayjs | null => {
  const parsed = typeof value === 'string' && value !== '' ? dayjs(value, format) : null
  return parsed?.isValid() ? parsed : null
}

/** A stable dayjs object per text: a picker that gets a new object on every render re-renders endlessly while it opens. */
const useMoment = (value: unknown, format: string) => useMemo(() => read(value, format), [value, format])

const useSpan = (from: unknown, to: unknown) => useMemo((): [Dayjs | null, Dayjs | null] => [read(from, day), read(to, day)], [from, to])

const written = (value: Dayjs | null, format: string) => value?.format(format) ?? null

/** The placeholder of the field in the current language. */
function usePlaceholder({ placeholder }: FieldDefinition): string {
  const { locale } = useFieldText()
  return placeholder?.[locale] ?? ''
}

/** The days that a calendar offers, read each time it opens: limits may depend on other fields. */
function useLimits(field: FieldDefinition) {
  const lent = useContext(FieldContextContext)
  const current = () => (field.earliest === undefined && field.latest === undefined ? {} : (lent?.limits?.(field) ?? {}))
  const [{ earliest, latest }, setLimits] = useState(current)
  const first = useMoment(earliest, day)
  const last = useMoment(latest, day)
  return { ...(first && { minDate: first }), ...(last && { maxDate: last.endOf('day') }),
    onOpenChange: (isOpen: boolean) => isOpen && setLimits(current()) }
}

const pickerControlOf = (props: PickerProps) => ({ ...controlOf(props), autoFocus: props.autoFocus, defaultOpen: props.defaultOpen })

/** A date (yyyy-MM-dd); for fields with `months`, the first day of the chosen month. */
export function DateInput(props: PickerProps) {
  return props.field.months ? <MonthInput {...props} /> : <DayInput {...props} />
}

const today = () => todayOf(new Date())

/** Parser and validator for the text of a kind of date or time. */
interface Spelling {
  read(text: string): string | null
  isReal(value: string): boolean
  readonly isTime?: boolean
}

const days: Spelling = { read: (text) => dayIn(text, today()), isReal: isDate }
const months: Spelling = {
  read(text) {
    const month = monthIn(text)
    return month && `${month}-01`
  },
  isReal: isDate,
}
const dateTimes: Spelling = { read: (text) => momentIn(text, today()), isReal: isDateTime }
const times: Spelling = { read: timeIn, isReal: isTime, isTime: true }

interface TypedMomentProps {
  readonly props: PickerProps
  readonly spelling: Spelling
  readonly Picker: ComponentType<PickerProps>
}

/** A picker that keeps unparsable typed text as the value, so that the form's validation reports it. */
function TypedMoment({ props, spelling, Picker }: TypedMomentProps) {
  const { id, value, onChange, onBlur } = props
  const [isEditing, setIsEditing] = useState(false)
  // once a text is kept, the picker must not take the focus or open by itself
  const [kept, setKept] = useState<{ readonly isFocused: boolean }>()
  const enter = (entered: unknown) => {
    const read = typeof entered === 'string' ? readAs(entered, spelling) : entered
    if (isUnread(read, spelling)) setKept({ isFocused: document.activeElement?.id === id })
    onChange(read)
  }
  // the picker's blur came before the text became the value, so trigger validation again
  const typed = (text: string) => {
    enter(text)
    onBlur?.()
  }
  const early = useRef(props.typed)
  useEffect(() => {
    if (early.current !== undefined) typed(early.current)
    early.current = undefined
  })
  if (isEditing || isUnread(value, spelling))
    return (
      <MomentText {...props} value={typeof value === 'string' ? value : ''} isTime={spelling.isTime ?? false} onChange={enter}
        autoFocus={kept?.isFocused ?? false} onEditing={setIsEditing} />
    )
  return (
    <TypedEnds onTyped={typed} keepsEnter>
      <Picker {...props} {...(kept && { autoFocus: false, defaultOpen: false })} />
    </TypedEnds>
  )
}

/** Parses a text; the text itself if it is invalid. */
const readAs = (text: string, { read }: Spelling) => (text.trim() === '' ? null : read(text) ?? text)

const isUnread = (value: unknown, { isReal }: Spelling) => typeof value === 'string' && value !== '' && !isReal(value)

const DayInput = (props: PickerProps) => <TypedMoment props={props} spelling={days} Picker={DayPicker} />

function DayPicker(props: PickerProps) {
  const value = useMoment(props.value, day)
  return (
    <DatePicker {...pickerControlOf(props)} {...useLimits(props.field)} className="oa-input" value={value} format={day}
      placeholder={usePlaceholder(props.field)} onChange={(chosen) => props.onChange(written(chosen, day))} />
  )
}

const MonthInput = (props: PickerProps) => <TypedMoment props={props} spelling={months} Picker={MonthPicker} />

/** A month, stored as its first day. */
function MonthPicker(props: PickerProps) {
  const value = useMoment(props.value, day)
  return (
    <DatePicker {...pickerControlOf(props)} {...useLimits(props.field)} picker="month" className="oa-input" value={value} format="YYYY-MM"
      placeholder={usePlaceholder(props.field)} onChange={(chosen) => props.onChange(written(chosen?.startOf('month') ?? null, day))} />
  )
}

/** Displayed and expected notation of a date with time, unless it has seconds. */
const minute = 'YYYY-MM-DD HH:mm'

/** A date with hour and minute, and seconds where the field has them, stored as yyyy-MM-dd HH:mm:ss; a date typed alone means midnight. */
export const DateTimeInput = (props: PickerProps) => <TypedMoment props={props} spelling={dateTimes} Picker={DateTimePicker} />

function DateTimePicker(props: PickerProps) {
  const value = useMoment(props.value, moment)
  const notation = props.field.seconds ? moment : minute
  return (
    <DatePicker {...pickerControlOf(props)} {...useLimits(props.field)} className="oa-input" value={value}
      placeholder={usePlaceholder(props.field) || notation} showTime={{ format: props.field.seconds ? 'HH:mm:ss' : clock }}
      format={notation} onChange={(chosen) => props.onChange(written(chosen, moment))} />
  )
}

/** A time of day, stored as HH:mm. */
export const TimeInput = (props: PickerProps) => <TypedMoment props={props} spelling={times} Picker={ClockPicker} />

function ClockPicker(props: PickerProps) {
  const { value } = props
  const shown = useMoment(typeof value === 'string' ? value.slice(0, 5) : null, clock)
  return (
    <TimePicker {...pickerControlOf(props)} className="oa-input" value={shown} placeholder={usePlaceholder(props.field)} format={clock}
      needConfirm={false} onChange={(chosen) => props.onChange(written(chosen, clock))} />
  )
}

/** A date range, stored as a list of two; null while one end is missing. */
export function DateRangeInput(props: InputProps) {
  const held = useEnds(props.value)
  const [isEditing, setIsEditing] = useState(false)
  const { t, label } = useFieldText()
  const { id } = props
  const end = `${id}-end`
  const enter = (text: string, place: number) => {
    const ends = held.ends.map((each, index) => (index === place ? readAs(text, days) ?? '' : each))
    enterEnds(ends)
  }
  const enterEnds = (ends: readonly string[]) => {
    held.set(ends)
    props.onChange(ends.every((each) => each !== '') || ends.some((each) => isUnread(each, days)) ? ends : null)
  }
  const endLabel = t('rangeEnd', { label: props['aria-label'] ?? label(props.field) })
  const value = useSpan(held.ends[0], held.ends[1])
  const limits = useLimits(props.field)
  if (isEditing || held.ends.some((each) => isUnread(each, days)))
    return (
      <span className="row gap-4">
        {held.ends.map((each, index) => (
          <MomentText key={index === 0 ? id : end} {...props} id={index === 0 ? id : end} value={each} onEditing={setIsEditing}
            {...(index === 1 && { 'aria-label': endLabel })} onChange={(text) => enter(String(text).trim(), index)} />
        ))}
      </span>
    )
  return (
    <>
      <TypedEnds onTyped={enter} keepsEnter>
        <DatePicker.RangePicker {...controlOf(props)} {...limits} id={{ start: id, end }} className="oa-input" value={value}
          placeholder={['', '']} onChange={(chosen) => enterEnds(endsOf(chosen))} />
      </TypedEnds>
      <label className="unseen" htmlFor={end}>{endLabel}</label>
    </>
  )
}

const endsOf = (chosen: readonly (Dayjs | null)[] | null) => [0, 1].map((index) => written(chosen?.[index] ?? null, day) ?? '')

/** The ends of a range as texts, "" if empty. A single end is kept in local state, because it is not a value yet. */
function useEnds(value: unknown) {
  const [alone, setAlone] = useState<readonly string[]>(['', ''])
  const ends = Array.isArray(value) ? [0, 1].map((index) => (typeof value[index] === 'string' ? value[index] : '')) : alone
  return { ends, set: setAlone }
}

/** A range of dates, joined with a comma; opens on mount. An invalid text is kept locally and not searched for. */
export function DaysPicker({ id, label, value, onChange, mayBeOpen = false, presets = [] }: DaysFieldProps) {
  const [from, to] = value?.split(',') ?? []
  const [unread, setUnread] = useState<readonly string[]>(['', ''])
  const span = useSpan(from, to)
  const { t } = useFieldText()
  const isUnreadable = unread.some((each) => each !== '')
  const choose = (first: string, last: string) => {
    if (mayBeOpen || (first !== '' && last !== '')) onChange(first === '' && last === '' ? undefined : `${first},${last}`)
  }
  const enter = (text: string, place: number) => {
    const read = text === '' ? '' : days.read(text)
    setUnread((before) => before.map((each, index) => (index === place ? (read === null ? text : '') : each)))
    if (read !== null) choose(place === 0 ? read : (from ?? ''), place === 1 ? read : (to ?? ''))
  }
  const problem = isUnreadable ? t('dayExpected') : ''
  return (
    <span className="block narrow" ref={(box) => {
      for (const input of box?.querySelectorAll('input') ?? []) input.setCustomValidity(problem)
    }}>
      <TypedEnds onTyped={enter}>
        <DatePicker.RangePicker id={id} className="oa-input" autoFocus defaultOpen value={span} placeholder={[label, '']} aria-label={label}
          allowEmpty={[mayBeOpen, mayBeOpen]} presets={presets.map(spanOf)} preserveInvalidOnBlur
          {...(isUnreadable && { 'status': 'error', 'aria-invalid': true, 'aria-describedby': `${id}-note` })} onChange={(chosen) => {
          setUnread(['', ''])
          onChange(chosen ? `${written(chosen[0], day) ?? ''},${written(chosen[1], day) ?? ''}` : undefined)
        }} />
      </TypedEnds>
      {isUnreadable && <span id={`${id}-note`} className="oa-field-problem">{problem}</span>}
    </span>
  )
}

function spanOf({ label, since: [amount, unit], until = 0 }: DaysPreset): { label: string; value: [Dayjs, Dayjs] } {
  const last = dayjs(today())
  return { label, value: [last.subtract(amount, unit), last.subtract(until, 'day')] }
}

interface TypedEndsProps {
  /** Called when text was typed into an input of the picker and then confirmed by blur or Enter; `end` is the input's index. */
  onTyped(text: string, end: number): void
  /** Whether Enter only confirms what was typed, and does not send the form around the field. */
  readonly keepsEnter?: boolean
  readonly children: ReactNode
}

/**
 * Wraps a picker to catch typed text, which the picker itself would discard unless it has exactly its format. Choosing in the calendar
 * overrides text typed before.
 */
function TypedEnds({ onTyped, keepsEnter = false, children }: TypedEndsProps) {
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
      onKeyDownCapture={({ key, target }: KeyboardEvent) => key === 'Enter' && report(target)} onKeyDown={(event: KeyboardEvent) =>
      keepsEnter && event.key === 'Enter' && event.preventDefault()}
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
function MomentText({ value, isTime = false, autoFocus = false, onEditing, ...props }: MomentTextProps) {
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
