import { type FieldProblem, Forbidden, MeaningfulError, Missing, Refused } from '#kernel/errors.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import { isLockTimeout, sqlState } from '#server/database/errors.ts'
import type { SheetRow } from '#server/workbooks/sheet.ts'
import { shownText } from './cells/cell-text.ts'
import type { RowFailure } from '#kernel/import-answer.ts'
import type { ImportColumn } from './importer.ts'

/** Failures that an answer lists; the failure file has them all. */
const listed = 100
/** Cells by which a listed row is recognised. */
export const recognisedBy = 2

type Problem = Omit<FieldProblem, 'field'> & { readonly field?: string }

const punctuation: Readonly<Record<Locale, { readonly colon: string; readonly semicolon: string }>> = {
  cn: { colon: '：', semicolon: '；' },
  en: { colon: ': ', semicolon: '; ' },
}

/** The failures of the rows of one file, said in the language of the one who imports it. */
export class Failures {
  readonly #rows = new Map<number,
    { readonly cells: readonly string[]; readonly problems: { readonly column: string; readonly reason: string }[] }>()

  constructor(
    private readonly columns: readonly ImportColumn[],
    private readonly find: FindText,
    private readonly locale: Locale,
  ) {}

  /** Rows that failed. */
  get size(): number {
    return this.#rows.size
  }

  has(row: number): boolean {
    return this.#rows.has(row)
  }

  add({ number, cells }: SheetRow, problem: Problem): void {
    const found = this.columns.find(({ key }) => key === problem.field?.split('.')[0])
    const column = found?.[this.locale] ?? ''
    const reason = this.#sentence(withExample(problem, found?.example))
    const row = this.#rows.get(number) ??
      { cells: this.columns.slice(0, recognisedBy).map((_, index) => shownText(cells[index])), problems: [] }
    if (!row.problems.some((problem) => problem.column === column && problem.reason === reason)) row.problems.push({ column, reason })
    this.#rows.set(number, row)
  }

  #sentence({ code, parameters, message }: Problem): string {
    return message?.[this.locale] ?? this.find(code, parameters, this.locale) ?? this.find('error.field.invalid', undefined, this.locale) ??
      ''
  }

  /** Adds the meaning of a refused row to a person. @throws the error itself when it is no refusal */
  addError(row: SheetRow, error: unknown): void {
    for (const problem of problemsOf(error)) this.add(row, problem)
  }

  /** The reason of a row in the failure file. */
  reasonOf(row: number): string {
    const { colon, semicolon } = punctuation[this.locale]
    return (this.#rows.get(row)?.problems ?? []).map((
      { column, reason },
    ) => (column && !reason.includes(column) ? column + colon + reason : reason)).join(semicolon)
  }

  list(): RowFailure[] {
    const rows = [...this.#rows].toSorted(([one], [other]) => one - other)
    return rows.flatMap(([row, { cells, problems }]) => problems.map((problem) => ({ row, cells, ...problem }))).slice(0, listed)
  }
}

/** A format that has no words is explained by the example of its column. */
function withExample(problem: Problem, example: ImportColumn['example']): Problem {
  if (problem.code !== 'field.pattern' || example === undefined) return problem
  const shown = bilingual(typeof example === 'string' ? { cn: example, en: example } : example)
  return { ...problem, code: 'field.example', parameters: { ...problem.parameters, example: shown } }
}

function problemsOf(error: unknown): readonly Problem[] {
  // A question that a person could answer with yes is answered by nobody here.
  if (error instanceof Refused && error.fields.length > 0) return error.fields.filter(({ level }) => level !== 'warn')
  // Absent and out of scope answer alike.
  if (error instanceof Missing || error instanceof Forbidden) return [{ code: 'imports.row.outOfScope' }]
  if (error instanceof MeaningfulError) return [{ code: error.code, parameters: error.parameters }]
  return [{ code: codeOfDatabase(error) }]
}

/** @throws the error itself when it is not about the row */
function codeOfDatabase(error: unknown): string {
  if (isLockTimeout(error)) return 'error.busy'
  // A constraint that nobody has put into words, or a value that no column takes.
  if (/^2[23]/.test(sqlState(error) ?? '')) return 'error.field.invalid'
  throw error
}
