import { definePartText } from '#fields/text.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export const useJourneyText = definePartText<keyof typeof cn>({ cn, en })
