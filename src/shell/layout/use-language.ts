import { useCallback } from 'react'
import { changeLocale } from '#providers/i18n.ts'
import { identityBase } from '#providers/session/identity-provider.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { useBackend, type Backend } from '../backend.ts'

/** Switches the language of every screen without a reload, and remembers it in the person's account. */
export function useLanguage(): (locale: Locale) => void {
  const backend = useBackend()
  return useCallback((next: Locale) => void changeLocale(next).then(() => remember(backend, next)), [backend])
}

/** The account keeps the choice for other computers; the screens have switched whether or not it could. */
async function remember({ session }: Backend, locale: Locale): Promise<void> {
  await fetch(`${identityBase}/account`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await session.token()}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ attributes: { locale } }),
  }).catch(() => undefined)
}
