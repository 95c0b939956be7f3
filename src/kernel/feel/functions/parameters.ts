import type { Decimal } from 'decimal.js'
import { own } from '../numbers.ts'
import { FeelDate } from '../temporal/date.ts'
import { FeelDateTime } from '../temporal/date-time.ts'
import { DaysTimeDuration, YearsMonthsDuration } from '../temporal/duration.ts'
import { FeelTime } from '../temporal/time.ts'
import { type FeelContext, FeelRange, type FeelValue, isContext, isList, isNumber } from '../values.ts'
import type { Parameter } from './define.ts'

type Guard<T> = (value: FeelValue) => T | undefined

/** A parameter of one type; a list of one item is unwrapped. */
function typed<T>(name: string, guard: Guard<T>): Parameter<T> {
  return {
    name,
    optional: false,
    accept: (value) => {
      const only = isList(value) && value.length === 1 ? value[0] ?? null : value
      const accepted = guard(only)
      return accepted === undefined ? undefined : { value: accepted }
    },
  }
}

const when = <T extends FeelValue>(test: (value: FeelValue) => value is T): Guard<T> => (value) => (test(value) ? value : undefined)

/** A parameter of any type, null included. */
export const any = (name: string): Parameter<FeelValue> => ({ name, optional: false, accept: (value) => ({ value }) })

/** A string. */
export const text = (name: string): Parameter<string> => typed(name, when((value) => typeof value === 'string'))

/** A number, converted to 34 digits of precision. */
export const number = (name: string): Parameter<Decimal> => typed(name, (value) => (isNumber(value) ? own(value) : undefined))

/** True or false. */
export const boolean = (name: string): Parameter<boolean> => typed(name, when((value) => typeof value === 'boolean'))

/** A context. */
export const context = (name: string): Parameter<FeelContext> => typed(name, when(isContext))

/** A range, or a test such as `> 5`. */
export const range = (name: string): Parameter<FeelRange> => typed(name, when((value) => value instanceof FeelRange))

/** A date without a time. */
export const date = (name: string): Parameter<FeelDate> => typed(name, when((value) => value instanceof FeelDate))

/** A time of day. */
export const time = (name: string): Parameter<FeelTime> => typed(name, when((value) => value instanceof FeelTime))

/** A date, or a date and time. */
export const day = (name: string): Parameter<FeelDate | FeelDateTime> =>
  typed(name, when((value) => value instanceof FeelDate || value instanceof FeelDateTime))

/** A date and time. */
export const moment = (name: string): Parameter<FeelDateTime> => typed(name, when((value) => value instanceof FeelDateTime))

/** A duration of days and time. */
export const length = (name: string): Parameter<DaysTimeDuration> => typed(name, when((value) => value instanceof DaysTimeDuration))

/** A duration of years and months. */
export const months = (name: string): Parameter<YearsMonthsDuration> => typed(name, when((value) => value instanceof YearsMonthsDuration))

/** A value that a range can contain: anything but null, a list, a context or a range. */
export const point = (name: string): Parameter<FeelValue> =>
  typed(name, (value) => (value === null || isList(value) || isContext(value) || value instanceof FeelRange ? undefined : value))

/** A list; any other non-null value is wrapped as a list of one. */
export const list = (name: string): Parameter<FeelValue[]> => ({
  name,
  optional: false,
  accept: (value) => {
    if (value === null) return undefined
    return { value: isList(value) ? value : [value] }
  },
})

/** A parameter that may be left out. */
export const optional = <T>(parameter: Parameter<T>): Parameter<T | undefined> => ({ ...parameter, optional: true })

/** A parameter that may be null. */
export const nullable = <T>(parameter: Parameter<T>): Parameter<T | null> => ({
  ...parameter,
  accept: (value) => (value === null ? { value: null } : parameter.accept(value)),
})
