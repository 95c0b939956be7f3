import { integer, money, number, percent, select, time, type FieldDefinition } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Measure } from '#kernel/plugin.ts'

/** Makes the measure of a parameter from its name. */
export type MeasureOf = (name: Label) => Measure

const measure = (field: (name: Label) => FieldDefinition, unit?: Label): MeasureOf => (name) => ({
  field: field({ cn: name.cn, en: name.en }),
  ...(unit && { unit }),
})

const whole = (min: number, max: number, unit?: Label) => measure((name) => integer({ ...name, required: true, min, max }), unit)

const amount = (unit: Label) => measure((name) => money({ ...name, required: true, min: 0, max: 100_000_000 }), unit)

export const rmb = amount({ cn: '元', en: 'RMB' })
export const rmbPerNight = amount({ cn: '元/晚', en: 'RMB a night' })
export const rmbPerDay = amount({ cn: '元/天', en: 'RMB a day' })
export const rmbPerKilometre = amount({ cn: '元/公里', en: 'RMB per km' })
export const usdPerNight = amount({ cn: '美元/晚', en: 'USD a night' })
export const usdPerDay = amount({ cn: '美元/天', en: 'USD a day' })
export const days = whole(0, 3650, { cn: '天', en: 'days' })
/** A day of the month; 31 means the last day. */
export const dayOfMonth = whole(1, 31, { cn: '日', en: 'of the month' })
export const months = whole(1, 120, { cn: '个月', en: 'months' })
export const minutes = whole(0, 10_000, { cn: '分钟', en: 'minutes' })
export const kilometres = whole(0, 50_000, { cn: '公里', en: 'km' })
export const points = whole(0, 100, { cn: '分', en: 'points' })
/** A percentage stored as such: 30 for 30 %. */
export const percentage = whole(0, 1000, { cn: '%', en: '%' })
/** A number of units. */
export const count = (unit: Label) => whole(0, 1000, unit)
export const factor = measure((name) => number({ ...name, required: true, min: 0, max: 100, precision: 2 }), { cn: '倍', en: '×' })
/** A fraction, entered as a percentage. */
export const share = measure((name) => percent({ ...name, required: true, min: 0, max: 100 }))
export const clock = measure((name) => time({ ...name, required: true }))
/** A choice among options, e.g. `within 以内/Within`. */
export const oneOf = (...options: readonly (readonly [value: string, cn: string, en: string])[]) =>
  measure((name) => select({ ...name, required: true, options: options.map(([value, cn, en]) => ({ value, cn, en })) }))
