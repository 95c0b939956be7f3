import { definePartText } from '#fields/text.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export type FinanceKey = keyof typeof cn

/** Returns whether a page has a description in the locales. */
export const isFinanceKey = (key: string): key is FinanceKey => Object.hasOwn(cn, key)

export const useFinanceText = definePartText<FinanceKey>({ cn, en })
