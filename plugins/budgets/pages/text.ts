import { definePartText } from '#fields/text.ts'
import type { Parameters } from '#kernel/errors.ts'
import type { YearSetting } from '../budget-year.ts'
import declaredCn from '../locales/cn.ts'
import declaredEn from '../locales/en.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

const bundle = { cn: { ...declaredCn, ...cn }, en: { ...declaredEn, ...en } }

export type BudgetTextKey = keyof typeof bundle.cn

/** Texts of the page, including the messages of budget rules. */
export const useBudgetText = definePartText<BudgetTextKey>(bundle)

/** Text key of a month, 1–12. */
export const monthKey = (month: number) => `m${month}` as 'm1'

/** Names of the first and last month, as text parameters. */
export const spanOf = (t: (key: BudgetTextKey) => string, from: number, to: number) => ({ from: t(monthKey(from)), to: t(monthKey(to)) })

/** Short label of the months in the yearly figures, e.g. “Jul–Dec”; undefined for the whole year. */
export function countedSpan(t: (key: BudgetTextKey, parameters?: Parameters) => string, key: 'spanBudget' | 'spanShort',
  { startMonth, endMonth }: Pick<YearSetting, 'startMonth' | 'endMonth'>): string | undefined {
  if (startMonth === 1 && endMonth === 12) return undefined
  return t(key, spanOf(t, startMonth, endMonth))
}

/** Returns whether a code of a rule has a text. */
export const isTextKey = (code: string): code is BudgetTextKey => code in bundle.cn
