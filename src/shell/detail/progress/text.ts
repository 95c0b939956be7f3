import { definePartText } from '#fields/text.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export type ProgressTextKey = keyof typeof cn

export const useProgressText = definePartText<ProgressTextKey>({ cn, en })
