import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { Action } from '#approval/types.ts'
import { useStartSequence, useReturn } from '#shell/detail/sequence/sequence-context.tsx'
import { useKeyHold } from '#shell/key-hold.ts'
import type { DocumentListKind } from '../lists.ts'
import { useDocumentLink } from '../use-document-link.ts'
import { useCursor, type Cursor } from './use-cursor.ts'
import { useSelection, type RowSelection } from './use-selection.ts'

interface UseTriageOptions {
  readonly list: DocumentListKind
  readonly rows: readonly DocumentRow[]
  /** Number of rows before this page, and of all pages. */
  readonly before: number
  readonly total: number | undefined
}

export interface Triage {
  readonly cursor: Cursor
  readonly current: DocumentRow | undefined
  readonly selection: RowSelection
  readonly selected: readonly DocumentRow[]
  /** The preview; undefined while it is closed. `isWriting`: its comment has the focus. */
  readonly peek: { readonly isWriting: boolean } | undefined
  setPeek(peek: Triage['peek']): void
  /** The action in progress over the list. */
  readonly acting: { readonly row: DocumentRow; readonly action: Action } | undefined
  act(action: Action | undefined): void
  /** Called before a document is opened; stores the list's order. */
  opening(row: DocumentRow): void
  open(row: DocumentRow): void
}

/** Returns whether rows can be selected at all; the only batch action of a form's list is printing. */
export const hasSelection = ({ form }: Pick<DocumentListKind, 'form'>): boolean => form?.print !== false

/** Returns whether a row can be selected: for passing in the to-do list, for printing elsewhere. */
export const isSelectable = (list: DocumentListKind,
  row: DocumentRow): boolean => (list.name === 'todo' ? row.batchPass === true : hasSelection(list))

/** State of working through a list: current row, selection, preview, action in progress. */
export function useTriage({ list, rows, before, total }: UseTriageOptions): Triage {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const link = useDocumentLink()
  const begin = useStartSequence()
  const cursor = useCursor(rows.map(({ id }) => id))
  const selection = useSelection(rows.filter((row) => isSelectable(list, row)).map(({ id }) => id))
  const [peek, setPeek] = useState<Triage['peek']>()
  const [context, setActing] = useState<Triage['acting']>()
  const current = rows[cursor.index]
  const hold = useKeyHold()
  const close = () => {
    hold()
    setActing(undefined)
  }
  useWayBack(pathname + search, rows, cursor)
  const opening = (row: DocumentRow) => {
    cursor.to(row.id)
    begin({ list: pathname + search, steps: rows.map((each) => ({ procInstId: each.procInstId, address: link(each) })), before,
      total: total ?? rows.length })
  }
  return {
    cursor,
    current,
    selection,
    peek,
    setPeek(next) {
      if (next?.isWriting) hold(() => setPeek(undefined))
      setPeek(next)
    },
    acting: context,
    opening,
    selected: rows.filter(({ id }) => selection.ids.has(id)),
    act(action) {
      if (!action || !current) return close()
      hold(close)
      setActing({ row: current, action })
    },
    open(row) {
      opening(row)
      void navigate(link(row))
    },
  }
}

/** When the list is shown again, makes the document viewed last, or the one after it, current. */
function useWayBack(address: string, rows: readonly DocumentRow[], cursor: Cursor): void {
  const find = useReturn(address)
  const latest = useRef(() => undefined as unknown)
  useEffect(() => {
    latest.current = () => {
      const found = find(rows.map(({ procInstId }) => procInstId))
      if (found !== undefined) cursor.to(rows.find(({ procInstId }) => procInstId === found)?.id)
    }
  })
  // effects of a hidden page run when it is shown again
  useEffect(() => void latest.current(), [])
}
