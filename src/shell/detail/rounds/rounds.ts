import { queryOptions } from '@tanstack/react-query'
import type { RoundDifference, Edit, Round } from '#approval/wire/rounds.ts'
import type { Http } from '#providers/http.ts'

/** The changes of a field: against the previous round, and by approvers in this one. */
export interface FieldChange {
  readonly change: RoundDifference | undefined
  readonly edits: readonly Edit[]
}

/** The query for a document's rounds; invalidated with all document queries. */
export const roundsQuery = (http: Http, { businessType, procInstId }: { businessType: string; procInstId: string }) =>
  queryOptions({
    queryKey: ['document', businessType, procInstId, 'rounds'],
    queryFn: ({ signal }) =>
      http.get<readonly Round[]>(`/workflow/rounds/${encodeURIComponent(procInstId)}`, undefined, { signal, quiet: true }),
  })

/** The key of a field, or of a cell with its row id. */
export const placeOf = (field: string, row?: string): string => (row === undefined ? field : `${field} ${row}`)

/** The changes of a round, by key. */
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
