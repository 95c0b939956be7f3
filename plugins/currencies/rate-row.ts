import type { DecimalText } from '#kernel/fields.ts'

/** One currency's rate of one month, in the response of the year's call. */
export interface RateCell {
  /** yyyy-MM */
  readonly month: string
  readonly version: number
  /** RMB per unit, 6 decimals. */
  readonly rate: DecimalText
  /** True once a document has used the rate; a change then needs a reason. */
  readonly locked: boolean
  readonly setBy: string | null
  /** yyyy-MM-dd HH:mm:ss */
  readonly setTime: string
}

/** A currency with its rates of a year and of the December before. */
export interface RateRow {
  readonly currency: string
  readonly symbol: string
  readonly nameCn: string
  readonly nameEn: string
  readonly enable: boolean
  /** Number of all users' drafts in this currency; without a rate for the month they cannot be filed. */
  readonly drafts: number
  readonly cells: readonly RateCell[]
}
