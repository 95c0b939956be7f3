import { definePartText } from '#fields/text.ts'
import type { Parameters } from '#kernel/errors.ts'
import type { YearSetting } from '../year-setting.ts'
import declaredCn from '../locales/cn.ts'
import declaredEn from '../locales/en.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

const bundle = { cn: { ...declaredCn, ...cn }, en: { ...declaredEn, ...en } }

export type BudgetTextKey = keyof typeof bundle.cn

/** The page's texts, with the sentences of the budgets' rules. */
export const useBudgetText = definePartText<BudgetTextKey>(bundle)

/** The name of a month, 1–12. */
export const monthKey = (month: number) => `m${month}` as 'm1'

/** The names of the first and the last month, as sentences about a span take them. */
export const spanOf = (t: (key: BudgetTextKey) => string, from: number, to: number) => ({ from: t(monthKey(from)), to: t(monthKey(to)) })

/** The months that the yearly figures count, in few words: “Jul–Dec”; those of a whole year have none. */
export function countedSpan(t: (key: BudgetTextKey, parameters?: Parameters) => string, key: 'spanBudget' | 'spanShort',
  { startMonth, endMonth }: Pick<YearSetting, 'startMonth' | 'endMonth'>): string | undefined {
  if (startMonth === 1 && endMonth === 12) return undefined
  return t(key, spanOf(t, startMonth, endMonth))
}

/** A rule's sentence is known by its code. */
export const isTextKey = (code: string): code is BudgetTextKey => code in bundle.cn
