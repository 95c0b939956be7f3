import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type RefObject, useEffect, useRef } from 'react'
import { type Anchor, Floating } from '../floating/Floating.tsx'
import { useBackgroundTaskText } from './texts.ts'
import { TaskRow } from './ImportResult.tsx'
import { type BackgroundTask, backgroundTasks, isRunning, useBackgroundTasks } from './background-tasks.ts'
import './background-tasks.css'

interface BackgroundTaskListProps {
  readonly anchor: Anchor
  /** The button that opened the list; gets the focus back. */
  readonly opener: RefObject<HTMLButtonElement | null>
  onClose(): void
}

/** The list of running tasks and ended ones not yet seen, each with actions to open, stop or dismiss it. */
export function BackgroundTaskList({ anchor, opener, onClose }: BackgroundTaskListProps) {
  const { t } = useBackgroundTaskText()
  const { tasks: all } = useBackgroundTasks()
  const box = useLeaving(opener, onClose)
  const running = all.filter(isRunning).length
  return (
    <Floating ref={box} anchor={anchor} side="below-end" className="oa-background-tasks scroll elevated framed round-10 raised gap-8"
      role="dialog" aria-label={t('backgroundTasks.ended')} tabIndex={-1}
    >
      <h2>{running > 0 ? t('backgroundTasks.running', { count: running }) : t('backgroundTasks.ended')}</h2>
      {all.map((task) => <Item key={task.id} task={task} onOpen={onClose} />)}
    </Floating>
  )
}

function Item({ task, onOpen }: { task: BackgroundTask; onOpen(): void }) {
  const { t, label } = useBackgroundTaskText()
  const { target } = task
  const open = () => {
    if (!target) return
    backgroundTasks.open(target, task.id)
    onOpen()
  }
  const line = (
    <>
      <TaskRow task={task} />
      {task.failure && <span className="flat red" role="alert">{task.failure}</span>}
    </>
  )
  return (
    <div className="oa-background-tasks-item gap-4 flex">
      {target ? <button type="button" className="plain" onClick={open}>{line}</button> : <div>{line}</div>}
      {isRunning(task) ?
        (
          <Button size="small" type="text" danger onClick={task.stop}>
            {t(task.kind === 'import' ? 'backgroundTasks.stop' : 'backgroundTasks.stopExport')}
          </Button>
        ) :
        (
          <Button size="small" type="text" icon={<CloseOutlined aria-hidden />}
            aria-label={t('backgroundTasks.remove', { name: task.name || label(task.title) })}
            onClick={() => backgroundTasks.remove(task.id)} />
        )}
      {task.state === 'failed' && task.retry && <Button size="small" type="text" onClick={task.retry}>{t('backgroundTasks.retry')}</Button>}
    </div>
  )
}

/** Moves the focus into the open list; Escape and an outside click close it. */
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
