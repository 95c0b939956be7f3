import { definePartText } from '#fields/text.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export const useRoleText = definePartText<keyof typeof cn>({ cn, en })

/** Returns whether the page has a text for a key. */
export const isTextKey = (key: string): key is keyof typeof cn => key in cn
