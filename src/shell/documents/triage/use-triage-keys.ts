import { usePageLeft } from '#shell/early-keys.ts'
import { asDecision, useKeys } from '#shell/keys.ts'
import type { DocumentListKind } from '../lists.ts'
import type { Triage } from './use-triage.ts'

type Keys = Readonly<Record<string, () => void>>

interface TriageActions {
  readonly list: DocumentListKind
  onPass(): void
}

/** Keyboard shortcuts for working through a list. */
export function useTriageKeys(triage: Triage, context: TriageActions): void {
  const { cursor, selection } = triage
  useKeys({
    j: () => cursor.move(1),
    k: () => cursor.move(-1),
    '/': () => document.querySelector<HTMLInputElement>('.oa-tab-page:not([inert]) .oa-search input')?.focus(),
    Escape: () => letGo(triage),
    'mod a': selection.toggleAll,
    ...rowKeys(triage),
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
