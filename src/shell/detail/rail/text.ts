import { definePartText } from '#fields/text.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export type RailTextKey = keyof typeof cn

export const useRailText = definePartText<RailTextKey>({ cn, en })
