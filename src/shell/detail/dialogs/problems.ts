import { useState } from 'react'
import { isFailure } from '#providers/failure.ts'

type Sentences<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** The problems of the inputs of a dialog, by the name that the call gives them. */
export interface Problems<Name extends string> {
  readonly at: Sentences<Name>
  /** Says what is missing; answers whether anything is. */
  show(found: Readonly<Partial<Record<Name, string | false | undefined>>>): boolean
  /** An input has changed: what was said of it is over. */
  clear(name: Name): void
  /** Puts a refusal's sentences at their inputs; answers whether each of them has found one. */
  place(error: unknown): boolean
}

/** Keeps the problems of a dialog's inputs; `place` takes those of a refusal that are about one of these names. */
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
