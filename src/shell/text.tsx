import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Label, Locale } from '#kernel/wording/label.ts'
import type { cn } from './locales/cn.ts'
import { nameOf } from '#kernel/wording/names.ts'

type Stem<Key> = Key extends `${infer Start}_one` | `${infer Start}_other` ? Start : Key

/** Keys of the shell's texts; plural forms share their stem. */
export type TextKey = Stem<keyof typeof cn>

export interface Text {
  readonly locale: Locale
  /** A text of the shell. */
  t(key: TextKey, parameters?: Record<string, string | number>): string
  /** A text of any part (plugin, engine) by its key. */
  any(key: string, parameters?: Record<string, string | number>): string
  label(label: Label): string
  /** The half of a stored name "中文/English" in the current language. */
  name(stored: string | null | undefined): string
}

const TextContext = createContext<Text | undefined>(undefined)

/** Provides the texts as a context value, so that hidden tabs also follow a language switch. */
export function TextProvider({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation()
  const locale: Locale = i18n.language === 'en' ? 'en' : 'cn'
  const text = useMemo<Text>(() => {
    // texts without parameters are asked for at each rendering; a missing one may be added later
    const known = new Map<string, string>()
    const plain = (key: string) => {
      const text = String(t(key))
      if (text !== key) known.set(key, text)
      return text
    }
    const any = (key: string, parameters?: Record<string, string | number>) =>
      parameters === undefined ? known.get(key) ?? plain(key) : String(t(key, parameters))
    return { locale, t: any, any, label: (label) => label[locale], name: (stored) => nameOf(stored, locale) }
  }, [t, locale])
  return <TextContext value={text}>{children}</TextContext>
}

/** The texts of the shell in the current language. */
export function useText(): Text {
  const text = useContext(TextContext)
  if (!text) throw new Error('outside of the shell')
  return text
}
