import { useCallback } from 'react'
import { changeLocale } from '#providers/i18n.ts'
import { identityBase } from '#providers/session.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { useBackend, type Backend } from '../backend.ts'

/** Returns a function that switches the language of the UI without a reload and stores it in the user's account. */
export function useLanguage(): (locale: Locale) => void {
  const backend = useBackend()
  return useCallback((next: Locale) => void changeLocale(next).then(() => remember(backend, next)), [backend])
}

/** Stores the language in the account, for other devices; failures are ignored. */
async function remember({ session }: Backend, locale: Locale): Promise<void> {
  await fetch(`${identityBase}/account`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await session.token()}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ attributes: { locale } }),
  }).catch(() => undefined)
}
