import { definePartText } from '../text.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export type PickerTextKey = keyof typeof cn

export const usePickerText = definePartText<PickerTextKey>({ cn, en })
