import { useMemo } from 'react'
import type { Parameters } from '#kernel/errors.ts'
import type { EngineReason } from '#kernel/flow/design.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { fillText } from '#kernel/wording/translate.ts'
import { useText, type Text } from '#shell/text.tsx'
import { cn, en } from './texts.ts'

/** The texts of a part of the UI, bundled with its chunk in both languages. */
export interface PartText<Key extends string> extends Pick<Text, 'locale' | 'label' | 'name'> {
  t(key: Key, parameters?: Parameters): string
  /** A text of another part by its key; bilingual parameters are shown in the current language. */
  any(key: string, parameters?: Parameters): string
  /** The sentence of a reason that the server answered. */
  reason(why: EngineReason): string
}

/**
 * Creates the hook for the texts of a part. A key that ends in `_one` is used instead of its stem when the parameter `count` is 1.
 */
export function definePartText<Key extends string>(bundle: Readonly<Record<Locale, Readonly<Record<Key, string>>>>) {
  return function usePartText(): PartText<Key> {
    const text = useText()
    return useMemo(() => {
      const { locale, label, name } = text
      const t = (key: Key, parameters?: Parameters): string => {
        const one = parameters?.['count'] === 1 ? (bundle[locale] as Readonly<Record<string, string>>)[`${key}_one`] : undefined
        return fillText(one ?? bundle[locale][key], parameters, locale)
      }
      const any = (key: string, parameters: Parameters = {}) =>
        text.any(key,
          Object.fromEntries(Object.entries(parameters).map(([blank, value]) => [blank, typeof value === 'string' ? name(value) : value])))
      const reason = ({ code, parameters, message }: EngineReason) => message?.[locale] ?? any(code, parameters)
      return { locale, label, name, t, any, reason }
    }, [text])
  }
}

export const useFieldText = definePartText({ cn, en })
