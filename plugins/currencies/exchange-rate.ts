import { currency, datetime, type DecimalText, defineFields, number, person, text, toggle } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { canRate } from './permissions.ts'

/** Monthly rate of a currency: RMB per unit; locked once a document has used it. */
export const exchangeRate = defineResource({
  name: 'exchangeRate',
  cn: '汇率',
  en: 'Exchange rate',
  base: '/budgetservice',
  path: '/exchange-management',
  table: 'exchange_rate',
  key: 'yearMonth',
  fields: defineFields({
    yearMonth: text({ cn: '年月', en: 'Month', required: true, pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$', max: 7,
      placeholder: { cn: '如 2026-11', en: 'Such as 2026-11' } }),
    currency: currency({ cn: '币种', en: 'Currency', required: true }),
    rate: number({ cn: '汇率（1 单位折人民币）', en: 'Rate in RMB', as: 'exchangeRate', required: true, min: 0.000001, max: 999999,
      precision: 6 }),
    locked: toggle({ cn: '已锁定', en: 'Locked', system: true, readOnly: true }),
    setBy: person({ cn: '设置人', en: 'Set by', system: true, readOnly: true }),
    setTime: datetime({ cn: '设置时间', en: 'Set at', system: true, readOnly: true }),
    reason: text({ cn: '修改原因', en: 'Reason for the change', max: 200,
      hint: { cn: '修改已锁定月份时必填', en: 'Required when a locked month is changed' } }),
  }),
  columns: ['yearMonth', 'currency', 'rate', 'locked', 'setBy', 'setTime', 'reason'],
  filters: ['yearMonth', 'currency', 'locked'],
  search: ['yearMonth', 'currency'],
  sort: [{ field: 'yearMonth', descending: true }, { field: 'currency' }],
  can: canRate,
  scope: 'everyone',
  import: {
    columns: [{ field: 'yearMonth', example: '2026-11' }, { field: 'currency', example: 'USD' }, { field: 'rate', cn: '汇率', en: 'Rate',
      example: '7.1781' }],
    match: ['yearMonth', 'currency'],
    onMatch: 'update',
    notes: [{ cn: '汇率为 1 单位外币折人民币；已锁定的月份请在页面上填写原因后修改',
      en: 'Rates are RMB per unit. Change a locked month on the page, with a reason' }],
  },
})

/** Base currency, into which all amounts are converted; its rate is always 1. */
export const base = 'CNY'

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
