import { definePartText } from '#fields/text.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export type DeskTextKey = keyof typeof cn

export const useDeskText = definePartText<DeskTextKey>({ cn, en })

/** The texts of a field in both languages. */
export const named = (key: DeskTextKey) => ({ cn: cn[key], en: en[key] })
