import { definePartText, type PartText } from '#fields/text.ts'
import { cn as editingCn } from './locales/cn.ts'
import { en as editingEn } from './locales/en.ts'
import { cn as panelCn } from './panel/locales/cn.ts'
import { en as panelEn } from './panel/locales/en.ts'
import { cn as publishingCn } from './publishing/locales/cn.ts'
import { en as publishingEn } from './publishing/locales/en.ts'

const cn = { ...editingCn, ...panelCn, ...publishingCn } as const
const en: Readonly<Record<keyof typeof cn, string>> = { ...editingEn, ...panelEn, ...publishingEn }

export type DesignTextKey = keyof typeof cn
export type DesignText = PartText<DesignTextKey>

export const useDesignText = definePartText<DesignTextKey>({ cn, en })

/** Returns whether the designer has a text for a key, such as the name of an attribute. */
export const isDesignKey = (key: string): key is DesignTextKey => Object.hasOwn(cn, key)

/** The texts of a field in both languages. */
export const named = (key: DesignTextKey) => ({ cn: cn[key], en: en[key] })
