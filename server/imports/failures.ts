import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type FieldProblem, Forbidden, MeaningfulError, Missing, Refused } from '#kernel/errors.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import type { RowFailure } from '#kernel/answers.ts'
import type { ExcelCell } from '#kernel/kinds/kind.ts'
import { isLockTimeout, sqlState } from '#server/database/errors.ts'
import type { SheetCell, SheetRow } from '#server/workbooks/sheet.ts'
import { writeWorkbook } from '#server/workbooks/writer.ts'
import { shownText } from './cells/cell-values.ts'
import type { ImportColumn, Importer } from './importer.ts'
import { headerOf, reasonHeader } from './template/template.ts'

/** Maximum number of failures in an answer; the failure file contains all. */
const listed = 100
/** Number of cells by which a listed row can be recognised. */
export const recognisedBy = 2

type Problem = Omit<FieldProblem, 'field'> & { readonly field?: string }

const punctuation: Readonly<Record<Locale, { readonly colon: string; readonly semicolon: string }>> = {
  cn: { colon: '：', semicolon: '；' },
  en: { colon: ': ', semicolon: '; ' },
}

/** The failures of the rows of one file, in the importer's language. */
export class Failures {
  readonly #rows = new Map<number,
    { readonly cells: readonly string[]; readonly problems: { readonly column: string; readonly reason: string }[] }>()

  constructor(
    private readonly columns: readonly ImportColumn[],
    private readonly find: FindText,
    private readonly locale: Locale,
  ) {}

  /** Number of failed rows. */
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

  /** Adds the reasons of a refused row. @throws the error itself where it is not a refusal */
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

/** Adds the example of the column to a problem of a format that cannot be put into words. */
function withExample(problem: Problem, example: ImportColumn['example']): Problem {
  if (problem.code !== 'field.pattern' || example === undefined) return problem
  const shown = bilingual(typeof example === 'string' ? { cn: example, en: example } : example)
  return { ...problem, code: 'field.example', parameters: { ...problem.parameters, example: shown } }
}

function problemsOf(error: unknown): readonly Problem[] {
  // Warnings that a person could confirm are ignored, since nobody is asked during an import.
  if (error instanceof Refused && error.fields.length > 0) return error.fields.filter(({ level }) => level !== 'warn')
  // Absent records and those out of scope are reported alike.
  if (error instanceof Missing || error instanceof Forbidden) return [{ code: 'imports.row.outOfScope' }]
  if (error instanceof MeaningfulError) return [{ code: error.code, parameters: error.parameters }]
  return [{ code: codeOfDatabase(error) }]
}

/** @throws the error itself where it does not concern the row */
function codeOfDatabase(error: unknown): string {
  if (isLockTimeout(error)) return 'error.busy'
  // A constraint without a message of its own, or a value that its column cannot store.
  if (/^2[23]/.test(sqlState(error) ?? '')) return 'error.field.invalid'
  throw error
}

/**
 * The failed rows for correction and another import: the template's columns, and the reason. For an all-or-nothing import it contains
 * every row, since this file is imported next.
 */
export async function failureWorkbook(importer: Pick<Importer, 'columns' | 'allOrNothing' | 'cn' | 'en'>, rows: readonly SheetRow[],
  failures: Failures, locale: Locale): Promise<Buffer> {
  const output = new PassThrough()
  const { columns } = importer
  const kept = rows.filter(({ number }) => importer.allOrNothing || failures.has(number))
  const sheet = {
    name: importer[locale],
    columns: [...columns.map((column) => ({ header: headerOf(column, locale) })), { header: reasonHeader[locale], width: 60 }],
    rows: once(
      kept.map((
        { number, cells },
      ) => [...columns.map((_, index) => written(cells[index])), { value: failures.reasonOf(number), format: '@' }]),
    ),
  }
  const [content] = await Promise.all([buffer(output), writeWorkbook(output, sheet)])
  return content
}

/** Numbers stay numbers, so that they can be used in formulas; other cells become texts. */
function written(cell: SheetCell | undefined): ExcelCell {
  if (cell?.kind === 'number' && !cell.padded && !cell.lossy)
    return { value: Number(cell.text), format: cell.percent ? '0.##%' : 'General' }
  return { value: shownText(cell) || null, format: '@' }
}

async function* once<Item>(item: Item): AsyncGenerator<Item, void, undefined> {
  yield item
}
