import { fillText } from '#kernel/wording/translate.ts'
import type { Parameters } from '#kernel/errors.ts'
import type { Label } from '#kernel/wording/label.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

/** A text of the drop zone in both languages. */
export const labelOf = (key: keyof typeof cn, parameters: Parameters = {}): Label => ({ cn: fillText(cn[key], parameters, 'cn'),
  en: fillText(en[key], parameters, 'en') })
