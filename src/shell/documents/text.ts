import { definePartText, type PartText } from '#fields/text.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export type DocumentsTextKey = keyof typeof cn

export type DocumentsText = PartText<DocumentsTextKey>

export const useDocumentsText = definePartText<DocumentsTextKey>({ cn, en })
