import { definePartText } from '../text.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export type LinkTextKey = keyof typeof cn

export const useLinkText = definePartText<LinkTextKey>({ cn, en })
