import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import type { Checks } from './checks/results.ts'

/** An approver's unsent input for a task. */
export interface TaskDraft {
  readonly comment: string
  readonly explanation: string
  readonly checks: Checks
  /** Keys of the acknowledged exceptions. */
  readonly seen: readonly string[]
}

interface TaskDraftState {
  readonly draft: TaskDraft
  /** Passing was attempted: missing input is marked. */
  readonly isAsked: boolean
  ask(): void
  change(part: Partial<TaskDraft>): void
  /** Deletes the draft, because the task is done. */
  forget(): unknown
}

const empty: TaskDraft = { comment: '', explanation: '', checks: {}, seen: [] }

const DraftContext = createContext<TaskDraftState>({ draft: empty, isAsked: false, ask: () => undefined, change: () => undefined,
  forget: () => undefined })

/** Holds the unsent input for a task across dialogs, document refreshes and page reloads (session storage). */
export function TaskDraftProvider({ task, children }: { task: string | null; children: ReactNode }) {
  const [kept, setKept] = useState(() => opened(task))
  if (kept.task !== task) setKept(opened(task))
  const keeping = useMemo<TaskDraftState>(() => ({
    draft: kept.draft,
    isAsked: kept.isAsked,
    ask: () => setKept((before) => ({ ...before, isAsked: true })),
    change: (part) => setKept((before) => ({ ...before, draft: write(before.task, { ...before.draft, ...part }) })),
    forget: () => kept.task !== null && forgetDraft(kept.task),
  }), [kept])
  return <DraftContext value={keeping}>{children}</DraftContext>
}

/** The unsent input for the task of this page. */
export const useTaskDraft = (): TaskDraftState => useContext(DraftContext)

/** Deletes the draft of a task that is done. */
export const forgetDraft = (task: string): void => sessionStorage.removeItem(placeOf(task))

const placeOf = (task: string) => `oa.task.${task}`

const opened = (task: string | null) => ({ task, draft: task === null ? empty : read(task), isAsked: false })

function read(task: string): TaskDraft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(placeOf(task)) ?? 'null')
    return typeof kept === 'object' ? { ...empty, ...kept } : empty
  } catch {
    return empty
  }
}

function write(task: string | null, draft: TaskDraft): TaskDraft {
  if (task !== null) sessionStorage.setItem(placeOf(task), JSON.stringify(draft))
  return draft
}
