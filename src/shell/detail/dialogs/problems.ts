import { useState } from 'react'
import { isFailure } from '#providers/failure.ts'

type Sentences<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** The problems of a dialog's inputs, by their names in the call. */
export interface Problems<Name extends string> {
  readonly at: Sentences<Name>
  /** Shows these problems; returns whether there are any. */
  show(found: Readonly<Partial<Record<Name, string | false | undefined>>>): boolean
  /** Clears the problem of an input that has changed. */
  clear(name: Name): void
  /** Shows a refusal's messages at their inputs; returns whether all of them were shown. */
  place(error: unknown): boolean
}

/** Holds the problems of a dialog's inputs; `place` accepts those of a refusal that concern one of these names. */
export function useProblems<Name extends string>(...names: readonly Name[]): Problems<Name> {
  const [at, setAt] = useState({} as Sentences<Name>)
  const take = (entries: readonly (readonly [string, string])[]) => setAt(Object.fromEntries(entries) as Sentences<Name>)
  return {
    at,
    show(found) {
      const wrong = Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      take(wrong)
      return wrong.length > 0
    },
    clear: (gone) => setAt((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== gone)) as Sentences<Name>),
    place(error) {
      const problems = isFailure(error) ? error.fields : []
      const known = problems.filter(({ name }) => names.some((each) => each === name))
      take(known.map(({ name, message }) => [name, message]))
      return problems.length > 0 && known.length === problems.length
    },
  }
}
