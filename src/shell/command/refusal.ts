import { isFailure } from '#providers/failure.ts'

/** Sentences by field; the sentence of no field stands under the empty name. */
export type Problems = Readonly<Record<string, string>>

export interface RefusalOptions {
  /** The field of the page that a field of the call stands at; '' for none of them. Names are the same where this is left out. */
  readonly place?: (name: string) => string
  /** Sentence for a record that somebody else has changed meanwhile; the server's own where this is left out. */
  readonly moved?: string
}

/** A failed call as sentences at fields: the first of each field, and those of no field joined. Undefined for an error that is no failure of a call. */
export function refusalOf(error: unknown, { place = (name) => name, moved }: RefusalOptions = {}): Problems | undefined {
  if (!isFailure(error)) return undefined
  if (error.kind === 'moved' && moved !== undefined) return { '': moved }
  if (error.fields.length === 0) return { '': error.message }
  const placed = error.fields.map(({ name, message }) => [place(name), message] as const)
  const above = [...new Set(placed.filter(([name]) => name === '').map(([, message]) => message))].join(' ')
  return { ...Object.fromEntries(placed.filter(([name]) => name !== '').toReversed()), ...(above && { '': above }) }
}
