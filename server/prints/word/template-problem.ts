import type { Parameters } from '#kernel/errors.ts'

/** A fault of a template: a locale key below `prints.word.` and what fills its sentence. */
export interface TemplateProblem {
  readonly code: string
  readonly parameters?: Parameters
}

/** The file is no template that can be filled. */
export class BadTemplate extends Error {
  override readonly name = 'BadTemplate'

  constructor(readonly problems: readonly TemplateProblem[]) {
    super(problems.map(({ code }) => code).join(', '))
  }
}
