import { definePartText, type PartText } from '#fields/text.ts'
import { cn as canvasCn } from './canvas/locales/cn.ts'
import { en as canvasEn } from './canvas/locales/en.ts'
import { cn as overlayCn } from './overlay/locales/cn.ts'
import { en as overlayEn } from './overlay/locales/en.ts'
import { cn as pageCn } from './locales/cn.ts'
import { en as pageEn } from './locales/en.ts'

const cn = { ...pageCn, ...canvasCn, ...overlayCn } as const
const en: Readonly<Record<keyof typeof cn, string>> = { ...pageEn, ...canvasEn, ...overlayEn }

export type DesignerTextKey = keyof typeof cn
export type DesignerText = PartText<DesignerTextKey>

export const useDesignerText = definePartText<DesignerTextKey>({ cn, en })

/** Returns whether the designer has a text for a key, such as the name of an attribute. */
export const isDesignerKey = (key: string): key is DesignerTextKey => Object.hasOwn(cn, key)

/** A text in both languages. */
export const bothTexts = (key: DesignerTextKey) => ({ cn: cn[key], en: en[key] })
