import { useSyncExternalStore } from 'react'
import type { ImportAnswer } from '#kernel/import-answer.ts'
import type { Label } from '#kernel/wording/label.ts'

/** The target of an import, as its page says. */
export interface ImportTarget {
  /** Below the client's base: `{path}/import`. */
  readonly path: string
  readonly title: Label
  readonly fields?: Readonly<Record<string, string>>
  onWritten?(): void
}

/** An import or an export under way or just over; it outlives the dialog and the page that began it. */
export interface BackgroundTask {
  readonly id: string
  readonly kind: 'import' | 'export'
  /** Of the file, or of the list. */
  readonly name: string
  readonly title: Label
  readonly state: 'sending' | 'reading' | 'saving' | 'stopping' | 'done' | 'failed'
  /** Rows, or bytes of an export. */
  readonly done: number
  /** 0 while it is not known. */
  readonly total: number
  /** Of an export that is made of parts, documents: how many are made. */
  readonly parts?: { readonly done: number; readonly total: number }
  readonly secondsLeft: number | null
  readonly target?: ImportTarget
  readonly answer?: ImportAnswer
  /** The reason for which it failed as a whole. */
  readonly failure?: string
  stop?(): void
  retry?(): void
}

/** Returns whether a task is neither done nor failed. */
export const isRunning = ({ state }: Pick<BackgroundTask, 'state'>): boolean => state !== 'done' && state !== 'failed'

interface TaskDisplay {
  /** The tasks that the header lists, the latest first. */
  readonly tasks: readonly BackgroundTask[]
  /** The content of the import dialog: a target without a file yet, or a task. */
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

/** The tasks that run, and the content of the dialog. */
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
  /** Tasks that run go on; those that were seen to their end leave the header. */
  close() {
    const seen = shown.dialog?.task
    show({ tasks: shown.tasks.filter((task) => task.id !== seen || isRunning(task)), dialog: undefined })
  },
}

/** Rows with nothing wrong that are not there all the same: the file was refused as a whole, or stopped before them. */
export const notWritten = ({ total, success, unchanged, failed }: ImportAnswer): number => total - success - unchanged - failed
