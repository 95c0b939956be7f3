import { definePartText } from '#fields/text.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export const useRoleText = definePartText<keyof typeof cn>({ cn, en })

export const isTextKey = (key: string): key is keyof typeof cn => key in cn
