import { definePartText } from '#fields/text.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export type DetailTextKey = keyof typeof cn

export const useDetailText = definePartText<DetailTextKey>({ cn, en })
