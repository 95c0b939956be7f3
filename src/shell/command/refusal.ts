import { isFailure } from '#providers/failure.ts'

/** One message per field; `''` has the message without field. */
export type Problems = Readonly<Record<string, string>>

/** All messages per field, in the order of the answer. */
export type Sentences = Readonly<Record<string, readonly string[]>>

export interface RefusalOptions {
  /** Maps a field of the call to a field of the page; '' for none. @default same name */
  readonly place?: (name: string) => string
  /** Message for a record changed by another person. @default the server's */
  readonly moved?: string
}

/** The messages of a failed call by field; undefined for an error that is not a failed call. */
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

/** The first message of each field; those without field are joined. */
export const problemsOf = (sentences: Sentences): Problems =>
  Object.fromEntries(
    Object.entries(sentences).flatMap(([name, [first, ...more]]) =>
      first === undefined ? [] : [[name, name === '' ? [first, ...more].join(' ') : first]]
    ),
  )

/** The messages of a failed call, reduced by {@link problemsOf}. */
export function refusalOf(error: unknown, options?: RefusalOptions): Problems | undefined {
  const sentences = sentencesOf(error, options)
  return sentences && problemsOf(sentences)
}

/** The server's reason for a refusal; `otherwise` for other errors. */
export const reasonOf = (error: unknown, otherwise: string): string =>
  isFailure(error) && error.kind === 'refused' ? error.message : otherwise
