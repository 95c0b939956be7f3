import type { DecimalText } from '#kernel/fields.ts'

/** A month's rate of one currency, as the year's call answers it. */
export interface RateCell {
  /** yyyy-MM */
  readonly month: string
  readonly version: number
  /** RMB of one unit, 6 decimals. */
  readonly rate: DecimalText
  /** A document used it: it changes with a reason only. */
  readonly locked: boolean
  readonly setBy: string | null
  /** yyyy-MM-dd HH:mm:ss */
  readonly setTime: string
}

/** A currency with the rates that are set: of a year, and of December before it. */
export interface RateRow {
  readonly currency: string
  readonly symbol: string
  readonly nameCn: string
  readonly nameEn: string
  readonly enable: boolean
  /** Drafts in this currency, of anybody: they can be filed as soon as the month has a rate. */
  readonly drafts: number
  readonly cells: readonly RateCell[]
}
