import { useState, type ReactNode } from 'react'

export type Values = Readonly<Record<string, string>>

export interface SearchField {
  readonly name: string
  readonly label: string
  draw(control: { id: string; value: string | undefined; onChange(value: string | undefined): void; label: string }): ReactNode
}

/** The values with one of them changed; an empty one is none. */
export const withValue = (values: Values, name: string, value: string | undefined): Values =>
  Object.fromEntries(Object.entries({ ...values, [name]: value ?? '' }).filter(([, text]) => text !== ''))

/** The values that are typed but not searched for yet; a new address (back, a link) replaces them. */
export function useDraft(values: Values) {
  const [draft, setDraft] = useState(values)
  const [from, setFrom] = useState(values)
  if (from !== values) {
    setFrom(values)
    setDraft(values)
  }
  return [draft, setDraft] as const
}
