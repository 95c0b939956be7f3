import { useState, type ReactNode } from 'react'

export type SearchValues = Readonly<Record<string, string>>

export interface SearchControl {
  readonly id: string
  readonly label: string
  readonly value: string | undefined
  /** Values of the other fields. */
  readonly others: SearchValues
  onChange(value: string | undefined): void
}

export interface SearchField {
  readonly name: string
  readonly label: string
  draw(control: SearchControl): ReactNode
}

/** The values with one of them changed; an empty value is removed. */
export const withValue = (values: SearchValues, name: string, value: string | undefined): SearchValues =>
  Object.fromEntries(Object.entries({ ...values, [name]: value ?? '' }).filter(([, text]) => text !== ''))

/** The values of all other fields. */
export const othersOf = (values: SearchValues, name: string): SearchValues =>
  Object.fromEntries(Object.entries(values).filter(([each]) => each !== name))

/** Entered values before they are applied; a change of the address (back, a link) replaces them. */
export function useDraft(values: SearchValues) {
  const [draft, setDraft] = useState(values)
  const [from, setFrom] = useState(values)
  if (JSON.stringify(from) !== JSON.stringify(values)) {
    setFrom(values)
    setDraft(values)
  }
  return [draft, setDraft] as const
}
