import { CalendarOutlined } from '@ant-design/icons'
import type { ComponentType } from 'react'
import { formatDate, isDate, isDateTime, isTime, todayOf } from '#kernel/values/dates.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { Num } from '#shell/parts/Figures.tsx'
import { OnDemand } from '../on-demand/OnDemand.tsx'
import { useFieldText } from '../text.ts'
import type { CellProps, FieldRenderer, FilterProps } from '../types.ts'
import { type DaysFieldProps, pickerLater } from './PickerStandIn.tsx'

type Inputs = typeof import('./inputs.tsx')

/** Lazy chunk: lists only display dates and times. */
const part = <Props,>(pick: (inputs: Inputs) => ComponentType<Props>) => lazyPage(async () => pick(await import('./inputs.tsx')))

const DateInput = pickerLater(async () => (await import('./inputs.tsx')).DateInput, {
  text: (value, { months }) => (months && isDate(value) ? value.slice(0, 7) : value),
})
export const DateTimeInput = pickerLater(async () => (await import('./inputs.tsx')).DateTimeInput, {
  text: (value, { seconds }) => (isDateTime(value) && !seconds ? value.slice(0, 16) : value),
})
const TimeInput = pickerLater(async () => (await import('./inputs.tsx')).TimeInput, {
  text: (value) => (isTime(value) ? value.slice(0, 5) : value),
  isTime: true,
})
const DateRangeInput = part((inputs) => inputs.DateRangeInput)

const DaysPicker = part((inputs) => inputs.DaysPicker)

/** A filter by a range of dates, joined with a comma; either may be empty. */
function DaysFilter({ field, id, value, onChange }: FilterProps) {
  const { label } = useFieldText()
  return <DaysField id={id} label={label(field)} value={value} onChange={onChange} mayBeOpen />
}

/** A range of dates in a search form. */
export function DaysField(props: DaysFieldProps) {
  const { id, label, value } = props
  return (
    <OnDemand id={id} label={label} text={value?.split(',').join(' – ')} icon={<CalendarOutlined aria-hidden />}>
      <DaysPicker {...props} />
    </OnDemand>
  )
}

/** A date, or a date and time, with seconds for fields that have them; the month for fields with `months`. */
export const MomentCell = ({ field, value }: CellProps) => {
  const shown = <Num>{typeof value === 'string' && value !== '' ? momentText(field, value) : null}</Num>
  return isLate(field, value) ? <span className="red">{shown}</span> : shown
}

function momentText({ months, seconds }: CellProps['field'], value: string): string {
  if (months) return value.slice(0, 7)
  return seconds ? value : formatDate(value)
}

const isLate = ({ isLateAfter }: CellProps['field'], value: unknown): boolean =>
  isLateAfter === true && typeof value === 'string' && isDate(value) && value < todayOf(new Date())

/** A date range, which may wrap between its dates on a narrow screen. */
function DateRangeCell({ value }: CellProps) {
  const [first, last]: readonly unknown[] = Array.isArray(value) ? value : []
  if (typeof first !== 'string') return <Num>{null}</Num>
  return (
    <span>
      <Num>{first}</Num>
      {typeof last === 'string' && (
        <>
          {' '}– <Num>{last}</Num>
        </>
      )}
    </span>
  )
}

export const dateRenderer: FieldRenderer = { Input: DateInput, Cell: MomentCell, Filter: DaysFilter }
export const dateTimeRenderer: FieldRenderer = { Input: DateTimeInput, Cell: MomentCell, Filter: DaysFilter }
export const timeRenderer: FieldRenderer = { Input: TimeInput, Cell: MomentCell }
export const dateRangeRenderer: FieldRenderer = { Input: DateRangeInput, Cell: DateRangeCell, Filter: DaysFilter }
