import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { Action } from '#approval/types.ts'
import { useReturn, useStartSequence } from '#shell/detail/sequence/sequence-context.tsx'
import { useBackend } from '#shell/backend.ts'
import { useKeyHold, usePageLeft } from '#shell/key-hold.ts'
import { asDecision, useKeys } from '#shell/keys.ts'
import type { DocumentListKind } from '../lists.ts'
import { type DocumentsTextKey, useDocumentsText } from '../texts.ts'
import { useDocumentLink } from '../use-document-link.ts'
import { type Cursor, type RowSelection, useCursor, useSelection } from './use-selection.ts'

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

const reasons: readonly string[] = ['exceptions', 'opinion', 'explanation', 'checks', 'people', 'fields', 'confirmation']

/** The reason for which a task cannot be passed in a batch; undefined if it can, or none is known. */
export const hindranceOf = ({ batchPass }: DocumentRow): DocumentsTextKey | undefined => {
  if (batchPass === true || batchPass === null) return undefined
  return (reasons.includes(batchPass.reason) ? `why.${batchPass.reason}` : 'why.unknown') as DocumentsTextKey
}

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

type Keys = Readonly<Record<string, () => void>>

interface TriageActions {
  readonly list: DocumentListKind
  onPass(): void
}

/** Keyboard shortcuts for working through a list. */
export function useTriageKeys(triage: Triage, context: TriageActions): void {
  const { cursor, current, selection } = triage
  const { reactions } = useBackend()
  const { t } = useDocumentsText()
  const why = current && !isSelectable(context.list, current) ? hindranceOf(current) : undefined
  useKeys({
    j: () => cursor.move(1),
    k: () => cursor.move(-1),
    '/': () => document.querySelector<HTMLInputElement>('.oa-tab-page:not([inert]) .oa-search input')?.focus(),
    Escape: () => letGo(triage),
    'mod a': selection.toggleAll,
    ...rowKeys(triage),
    ...(why && { x: () => reactions.notify({ kind: 'warning', text: t(why) }) }),
    ...(context.list.name === 'todo' && taskKeys(triage, context)),
  }, usePageLeft())
}

/** Shortcuts for the current row. */
function rowKeys({ current, selection, peek, setPeek, open }: Triage): Keys {
  if (!current) return {}
  return {
    ' ': () => setPeek(peek ? undefined : { isWriting: false }),
    Enter: () => open(current),
    x: () => selection.toggle(current.id),
    X: () => selection.reach(current.id),
    m: () => setPeek({ isWriting: true }),
  }
}

/** Additional shortcuts of the to-do list; P passes the selection, if there is one. */
function taskKeys({ current, selection, act }: Triage, { onPass }: TriageActions): Keys {
  const one: Keys = current ? { p: asDecision(() => act('pass')), r: asDecision(() => act('return')) } : {}
  return selection.ids.size > 0 ? { ...one, p: asDecision(onPass) } : one
}

/** Escape: closes the preview, else clears the selection, else the current row. */
function letGo({ peek, setPeek, selection, cursor }: Triage): void {
  if (peek) setPeek(undefined)
  else if (selection.ids.size > 0) selection.clear()
  else cursor.to(undefined)
}
