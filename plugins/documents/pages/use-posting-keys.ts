import { useKeys } from '#shell/keys.ts'
import type { Cursor } from '#shell/documents/triage/use-cursor.ts'
import type { RowSelection } from '#shell/documents/triage/use-selection.ts'
import type { PostingRow } from '../wire.ts'

interface PostingKeys {
  readonly rows: readonly PostingRow[]
  readonly cursor: Cursor
  readonly selection: RowSelection
  readonly opened: string | undefined
  onOpen(id: string | undefined): void
}

/** Lines are gone through without a mouse: J and K move, Enter opens, X selects, Escape lets go of one thing at a time. */
export function usePostingKeys({ rows, cursor, selection, opened, onOpen }: PostingKeys): void {
  const current = rows[cursor.index]
  useKeys({
    j: () => cursor.move(1),
    k: () => cursor.move(-1),
    Escape: () => {
      if (opened !== undefined) onOpen(undefined)
      else if (selection.ids.size > 0) selection.clear()
      else cursor.to(undefined)
    },
    ...(current && {
      Enter: () => onOpen(current.id === opened ? undefined : current.id),
      x: () => selection.toggle(current.id),
      X: () => selection.reach(current.id),
    }),
  })
}
