import { isFailure } from '#providers/failure.ts'

/** Sentences by field; the sentence of no field stands under the empty name. */
export type Problems = Readonly<Record<string, string>>

/** Every sentence by field, in the order of the call. */
export type Sentences = Readonly<Record<string, readonly string[]>>

export interface RefusalOptions {
  /** The field of the page that a field of the call stands at; '' for none of them. Names are the same where this is left out. */
  readonly place?: (name: string) => string
  /** Sentence for a record that somebody else has changed meanwhile; the server's own where this is left out. */
  readonly moved?: string
}

/** A failed call as sentences at fields. Undefined for an error that is no failure of a call. */
export function sentencesOf(error: unknown, { place = (name) => name, moved }: RefusalOptions = {}): Sentences | undefined {
  if (!isFailure(error)) return undefined
  if (error.kind === 'moved' && moved !== undefined) return { '': [moved] }
  if (error.fields.length === 0) return { '': [error.message] }
  const placed = error.fields.map(({ name, message }) => ({ name: place(name), message }))
  return Object.fromEntries(placed.map(({ name }) => [name, messagesAt(placed, name)]))
}

const messagesAt = (placed: readonly { readonly name: string; readonly message: string }[], name: string): readonly string[] => [
  ...new Set(placed.filter((each) => each.name === name).map(({ message }) => message)),
]

/** The first sentence of each field, and those of no field joined. */
export const problemsOf = (sentences: Sentences): Problems =>
  Object.fromEntries(
    Object.entries(sentences).flatMap(([name, [first, ...more]]) =>
      first === undefined ? [] : [[name, name === '' ? [first, ...more].join(' ') : first]]
    ),
  )

/** A failed call as {@link problemsOf} its sentences. */
export function refusalOf(error: unknown, options?: RefusalOptions): Problems | undefined {
  const sentences = sentencesOf(error, options)
  return sentences && problemsOf(sentences)
}

/** The server's reason to refuse; `otherwise` where it gave none. */
export const reasonOf = (error: unknown, otherwise: string): string =>
  isFailure(error) && error.kind === 'refused' ? error.message : otherwise
