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
  /** Rows before this page, and of all pages. */
  readonly before: number
  readonly total: number | undefined
}

export interface Triage {
  readonly cursor: Cursor
  readonly current: DocumentRow | undefined
  readonly selection: RowSelection
  readonly selected: readonly DocumentRow[]
  /** Absent while nothing is peeked at; `isWriting`: the focus goes into its comment. */
  readonly peek: { readonly isWriting: boolean } | undefined
  setPeek(peek: Triage['peek']): void
  /** An action that is being done over the list. */
  readonly acting: { readonly row: DocumentRow; readonly action: Action } | undefined
  act(action: Action | undefined): void
  /** A document is about to be opened: its neighbours are remembered. */
  opening(row: DocumentRow): void
  open(row: DocumentRow): void
}

/** Returns whether rows of a list are selected at all: documents of a type without a print have nothing that is done to several. */
export const hasSelection = ({ form }: Pick<DocumentListKind, 'form'>): boolean => form?.print !== false

/** Returns whether a row may be selected: in the to-do list to be passed with others, elsewhere to be printed. */
export const isSelectable = (list: DocumentListKind,
  row: DocumentRow): boolean => (list.name === 'todo' ? row.batchPass === true : hasSelection(list))

/** The reader's position in a list, what they have selected, and what they are about to do. */
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

/** When the list is shown again, it is on the row of the document that was looked at last, or on the one that came next. */
function useWayBack(address: string, rows: readonly DocumentRow[], cursor: Cursor): void {
  const find = useReturn(address)
  const latest = useRef(() => undefined as unknown)
  useEffect(() => {
    latest.current = () => {
      const found = find(rows.map(({ procInstId }) => procInstId))
      if (found !== undefined) cursor.to(rows.find(({ procInstId }) => procInstId === found)?.id)
    }
  })
  // a hidden page has no effects: this is the moment at which it is shown
  useEffect(() => void latest.current(), [])
}
