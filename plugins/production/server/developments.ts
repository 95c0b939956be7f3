import type { FieldProblem } from '#kernel/errors.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'

/** Material development: a material goes forward only, from unassigned (0) to done (4) or stopped (5), which end it. */
export const developments: DocumentExtension = {
  concerns: ['materialManagement'],

  async check({ value, before }): Promise<FieldProblem[]> {
    const known = new Map(rowsAt(before ?? {}, 'items').map((row) => [rowIdOf(row), row['devState']]))
    return rowsAt(value, 'items').flatMap((row, index): FieldProblem[] =>
      isForward(known.get(rowIdOf(row)), row['devState']) ? [] : [{ field: `items.${index}.devState`, code: 'production.notForward' }]
    )
  },
}

const isForward = (from: unknown, to: unknown): boolean =>
  from === undefined || from === null || from === to || (from !== '4' && from !== '5' && Number(to) > Number(from))
