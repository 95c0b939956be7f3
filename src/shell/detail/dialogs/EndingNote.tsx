import type { ReactNode } from 'react'
import { useDetailText } from '../text.ts'

/** A module’s part of the sentence that says what follows when a document ends. */
export function EndingNote({ children }: { children: ReactNode }) {
  const { locale } = useDetailText()
  return (
    <>
      {locale === 'cn' ? '，' : '; '}
      {children}
    </>
  )
}
