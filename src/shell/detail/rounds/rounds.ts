import { queryOptions } from '@tanstack/react-query'
import type { RoundDifference, Edit, Round } from '#approval/wire/rounds.ts'
import type { Http } from '#providers/http.ts'

/** The mark of one field: its value in the round before, and what approvers made of it in this one. */
export interface FieldChange {
  readonly change: RoundDifference | undefined
  readonly edits: readonly Edit[]
}

/** Asks for the rounds of a document; asked again whenever documents have changed. */
export const roundsQuery = (http: Http, { businessType, procInstId }: { businessType: string; procInstId: string }) =>
  queryOptions({
    queryKey: ['document', businessType, procInstId, 'rounds'],
    queryFn: ({ signal }) =>
      http.get<readonly Round[]>(`/workflow/rounds/${encodeURIComponent(procInstId)}`, undefined, { signal, quiet: true }),
  })

/** The key of a field's mark, or of a cell's by the id of its row. */
export const placeOf = (field: string, row?: string): string => (row === undefined ? field : `${field} ${row}`)

/** The marks of a round by place. */
export function marksOf(
  { changes, edits }: Pick<Round, 'changes' | 'edits'> = { changes: [], edits: [] },
): ReadonlyMap<string, FieldChange> {
  const marks = new Map<string, FieldChange>(changes.map((change) => [placeOf(change.field, change.row), { change, edits: [] }]))
  for (const edit of edits) {
    const place = placeOf(edit.field, edit.row)
    const { change, edits: earlier } = marks.get(place) ?? { change: undefined, edits: [] }
    marks.set(place, { change, edits: [...earlier, edit] })
  }
  return marks
}
