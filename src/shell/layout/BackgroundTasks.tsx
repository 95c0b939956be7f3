import { lazy, Suspense, useRef, useState } from 'react'
import { useText } from '../text.tsx'
import { isRunning, useBackgroundTasks, type Work } from '../works/works.ts'
import type { Anchor } from '../floating/place.ts'
import '../works/works-list.css'

const ImportDialog = lazy(async () => ({ default: (await import('../works/ImportDialog.tsx')).ImportDialog }))
const BackgroundTaskList = lazy(async () => ({ default: (await import('../works/BackgroundTaskList.tsx')).BackgroundTaskList }))

/** Imports and exports under way: a ring in the header with their list; nothing while there are none. */
export function BackgroundTasks() {
  const { tasks: works, dialog } = useBackgroundTasks()
  const { t } = useText()
  const button = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<Anchor>()
  const running = works.filter(isRunning)
  const name = running.length > 0 ? t('shell.works', { count: running.length }) : t('shell.worksOver')
  return (
    <>
      {works.length > 0 && (
        <button ref={button} type="button" className="plain oa-tool" aria-label={name} data-tip={name} aria-expanded={anchor !== undefined} onClick={() =>
          setAnchor(anchor ? undefined : button.current?.getBoundingClientRect())}
        >
          <Ring works={works} />
        </button>
      )}
      {anchor && works.length > 0 && (
        <Suspense>
          <BackgroundTaskList anchor={anchor} opener={button} onClose={() => setAnchor(undefined)} />
        </Suspense>
      )}
      {(dialog || works.length > 0) && (
        <Suspense>
          <ImportDialog />
        </Suspense>
      )}
    </>
  )
}

const around = 2 * Math.PI * 7

/** The share of all that runs that is done. */
function Ring({ works }: { works: readonly Work[] }) {
  const running = works.filter(isRunning)
  const total = running.reduce((sum, work) => sum + work.total, 0)
  const share = total === 0 ? 0.15 : running.reduce((sum, work) => sum + (work.total > 0 ? work.done : 0), 0) / total
  const end = running.length > 0 ? '' : works.some(({ state }) => state === 'failed') ? ' is-failed' : ' is-over'
  return (
    <svg className={`oa-works-ring${end}`} viewBox="0 0 18 18" aria-hidden>
      <circle cx="9" cy="9" r="7" />
      {running.length > 0 && <circle className="is-done" cx="9" cy="9" r="7" strokeDasharray={`${around * share} ${around}`} />}
    </svg>
  )
}
