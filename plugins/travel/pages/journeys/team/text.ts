import { definePartText } from '#fields/text.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export const useTeamText = definePartText<keyof typeof cn>({ cn, en })

export const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export const onDays = ['onMon', 'onTue', 'onWed', 'onThu', 'onFri', 'onSat', 'onSun'] as const
