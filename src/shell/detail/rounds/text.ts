import { definePartText } from '#fields/text.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export type RoundsTextKey = keyof typeof cn

export const useRoundsText = definePartText<RoundsTextKey>({ cn, en })
