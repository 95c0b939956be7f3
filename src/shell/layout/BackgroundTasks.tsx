import { lazy, Suspense, useRef, useState } from 'react'
import { useText } from '../text.tsx'
import { isRunning, useBackgroundTasks, type BackgroundTask } from '../background-tasks/background-tasks.ts'
import type { Anchor } from '../floating/place.ts'
import '../background-tasks/task-list.css'

const ImportDialog = lazy(async () => ({ default: (await import('../background-tasks/ImportDialog.tsx')).ImportDialog }))
const BackgroundTaskList = lazy(async () => ({ default: (await import('../background-tasks/BackgroundTaskList.tsx')).BackgroundTaskList }))

/** Imports and exports under way: a ring in the header with their list; nothing while there are none. */
export function BackgroundTasks() {
  const { tasks, dialog } = useBackgroundTasks()
  const { t } = useText()
  const button = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<Anchor>()
  const running = tasks.filter(isRunning)
  const name = running.length > 0 ? t('shell.backgroundTasks', { count: running.length }) : t('shell.backgroundTasksOver')
  return (
    <>
      {tasks.length > 0 && (
        <button ref={button} type="button" className="plain oa-tool" aria-label={name} data-tip={name} aria-expanded={anchor !== undefined}
          onClick={() => setAnchor(anchor ? undefined : button.current?.getBoundingClientRect())}
        >
          <Ring tasks={tasks} />
        </button>
      )}
      {anchor && tasks.length > 0 && (
        <Suspense>
          <BackgroundTaskList anchor={anchor} opener={button} onClose={() => setAnchor(undefined)} />
        </Suspense>
      )}
      {(dialog || tasks.length > 0) && (
        <Suspense>
          <ImportDialog />
        </Suspense>
      )}
    </>
  )
}

const around = 2 * Math.PI * 7

/** The share of all that runs that is done. */
function Ring({ tasks }: { tasks: readonly BackgroundTask[] }) {
  const running = tasks.filter(isRunning)
  const total = running.reduce((sum, task) => sum + task.total, 0)
  const share = total === 0 ? 0.15 : running.reduce((sum, task) => sum + (task.total > 0 ? task.done : 0), 0) / total
  const end = running.length > 0 ? '' : tasks.some(({ state }) => state === 'failed') ? ' is-failed' : ' is-over'
  return (
    <svg className={`oa-background-tasks-ring${end}`} viewBox="0 0 18 18" aria-hidden>
      <circle cx="9" cy="9" r="7" />
      {running.length > 0 && <circle className="is-done" cx="9" cy="9" r="7" strokeDasharray={`${around * share} ${around}`} />}
    </svg>
  )
}
