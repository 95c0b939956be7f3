import { definePartText } from '#fields/text.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export type StatisticsTextKey = keyof typeof cn

export const useStatisticsText = definePartText<StatisticsTextKey>({ cn, en })
