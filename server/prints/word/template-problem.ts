import type { Parameters } from '#kernel/errors.ts'

/** A problem of a template: a locale key below `prints.word.`, with its parameters. */
export interface TemplateProblem {
  readonly code: string
  readonly parameters?: Parameters
}

/** Thrown for a file that cannot be filled as a template. */
export class BadTemplate extends Error {
  override readonly name = 'BadTemplate'

  constructor(readonly problems: readonly TemplateProblem[]) {
    super(problems.map(({ code }) => code).join(', '))
  }
}
