import { useSyncExternalStore } from 'react'
import type { ImportAnswer } from '#kernel/answers.ts'
import type { Label } from '#kernel/wording/label.ts'

/** Where a page imports to. */
export interface ImportTarget {
  /** Path relative to the client's base: `{path}/import`. */
  readonly path: string
  readonly title: Label
  readonly fields?: Readonly<Record<string, string>>
  onWritten?(): void
}

/** An import or export that is running or has just ended; independent of the dialog and page that started it. */
export interface BackgroundTask {
  readonly id: string
  readonly kind: 'import' | 'export'
  /** Name of the file, or of the list. */
  readonly name: string
  readonly title: Label
  readonly state: 'sending' | 'reading' | 'saving' | 'stopping' | 'done' | 'failed'
  /** Rows processed; for an export, bytes received. */
  readonly done: number
  /** Total; 0 while it is not known. */
  readonly total: number
  /** For an export of several documents: number of documents created. */
  readonly parts?: { readonly done: number; readonly total: number }
  readonly secondsLeft: number | null
  readonly target?: ImportTarget
  readonly answer?: ImportAnswer
  /** Reason why it failed as a whole. */
  readonly failure?: string
  stop?(): void
  retry?(): void
}

/** Returns whether a task has not ended. */
export const isRunning = ({ state }: Pick<BackgroundTask, 'state'>): boolean => state !== 'done' && state !== 'failed'

interface TaskDisplay {
  /** Tasks listed in the header, latest first. */
  readonly tasks: readonly BackgroundTask[]
  /** Content of the import dialog: a target without file, or a task. */
  readonly dialog: { readonly target: ImportTarget; readonly task?: string } | undefined
}

let shown: TaskDisplay = { tasks: [], dialog: undefined }
const listeners = new Set<() => void>()

function show(next: TaskDisplay) {
  shown = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The listed tasks and the content of the dialog. */
export const useBackgroundTasks = (): TaskDisplay => useSyncExternalStore(subscribe, () => shown)

export const backgroundTasks = {
  add(task: BackgroundTask) {
    show({ ...shown, tasks: [task, ...shown.tasks.filter(({ id }) => id !== task.id)] })
  },
  change(id: string, part: Partial<BackgroundTask>) {
    show({ ...shown, tasks: shown.tasks.map((task) => (task.id === id ? { ...task, ...part } : task)) })
  },
  find: (id: string): BackgroundTask | undefined => shown.tasks.find((task) => task.id === id),
  remove(id: string) {
    show({ ...shown, tasks: shown.tasks.filter((task) => task.id !== id) })
  },
  open(target: ImportTarget, task?: string) {
    show({ ...shown, dialog: { target, task } })
  },
  /** Closes the dialog. A running task continues; an ended one is removed from the header. */
  close() {
    const seen = shown.dialog?.task
    show({ tasks: shown.tasks.filter((task) => task.id !== seen || isRunning(task)), dialog: undefined })
  },
}

/** Number of valid rows that were not written, because the file was refused as a whole or the import was stopped. */
export const notWritten = ({ total, success, unchanged, failed }: ImportAnswer): number => total - success - unchanged - failed
