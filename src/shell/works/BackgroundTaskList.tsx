import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type RefObject, useEffect, useRef } from 'react'
import { Floating } from '../floating/Floating.tsx'
import type { Anchor } from '../floating/place.ts'
import { useBackgroundTaskText } from './text.ts'
import { TaskRow } from './TaskRow.tsx'
import { isRunning, useBackgroundTasks, type Work, works } from './works.ts'
import './works.css'

interface BackgroundTaskListProps {
  readonly anchor: Anchor
  /** Gets the focus back. */
  readonly opener: RefObject<HTMLButtonElement | null>
  onClose(): void
}

/** The works that run and those that ended unseen, each to be opened, stopped or put away. */
export function BackgroundTaskList({ anchor, opener, onClose }: BackgroundTaskListProps) {
  const { t } = useBackgroundTaskText()
  const { tasks: all } = useBackgroundTasks()
  const box = useLeaving(opener, onClose)
  const running = all.filter(isRunning).length
  return (
    <Floating ref={box} anchor={anchor} side="below-end" className="oa-works" role="dialog" aria-label={t('works.ended')} tabIndex={-1}>
      <h2>{running > 0 ? t('works.running', { count: running }) : t('works.ended')}</h2>
      {all.map((work) => <Item key={work.id} work={work} onOpen={onClose} />)}
    </Floating>
  )
}

function Item({ work, onOpen }: { work: Work; onOpen(): void }) {
  const { t, label } = useBackgroundTaskText()
  const { target } = work
  const open = () => {
    if (!target) return
    works.open(target, work.id)
    onOpen()
  }
  const line = (
    <>
      <TaskRow work={work} />
      {work.failure && <span className="oa-import-failure" role="alert">{work.failure}</span>}
    </>
  )
  return (
    <div className="oa-works-item">
      {target ? <button type="button" className="plain" onClick={open}>{line}</button> : <div>{line}</div>}
      {isRunning(work) ?
        <Button size="small" type="text" danger onClick={work.stop}>{t(work.kind === 'import' ? 'works.stop' : 'works.stopExport')}</Button> :
        (
          <Button size="small" type="text" icon={<CloseOutlined aria-hidden />} aria-label={t('works.remove', { name: work.name || label(work.title) })}
            onClick={() => works.remove(work.id)} />
        )}
      {work.state === 'failed' && work.retry && <Button size="small" type="text" onClick={work.retry}>{t('works.retry')}</Button>}
    </div>
  )
}

/** Esc and a press elsewhere close the list; the focus is in it while it is open. */
function useLeaving(opener: RefObject<HTMLButtonElement | null>, onClose: () => void) {
  const box = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const button = opener.current
    box.current?.focus()
    const leave = (event: Event) => {
      const isKey = event instanceof KeyboardEvent
      if (isKey ? event.key !== 'Escape' : [box.current, button].some((element) => element?.contains(event.target as Node))) return
      close.current()
      if (isKey) button?.focus()
    }
    document.addEventListener('keydown', leave)
    document.addEventListener('pointerdown', leave)
    return () => {
      document.removeEventListener('keydown', leave)
      document.removeEventListener('pointerdown', leave)
    }
  }, [opener])
  return box
}
