import { definePartText } from '#fields/text.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export type DocumentsTextKey = keyof typeof cn

export const useDocumentsText = definePartText<DocumentsTextKey>({ cn, en })
