import { DownloadOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useEffect, useRef } from 'react'
import { inSentence } from '#kernel/wording/in-sentence.ts'
import { download } from '#providers/files.ts'
import { useHttp, useWritingHttp } from '../backend.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { startImport } from './import-task.ts'
import { ImportResult } from './ImportResult.tsx'
import { useBackgroundTaskText } from './text.ts'
import { TaskRow } from './TaskRow.tsx'
import { type ImportTarget, isRunning, useBackgroundTasks, type BackgroundTask, backgroundTasks } from './background-tasks.ts'
import './background-tasks.css'

/** Sends a file and shows what became of its rows. Closing it ends nothing: the task goes on in the header. */
export function ImportDialog() {
  const { t, label } = useBackgroundTaskText()
  const http = useWritingHttp()
  const { dialog, tasks: all } = useBackgroundTasks()
  const task = all.find(({ id }) => id === dialog?.task)
  const target = dialog?.target
  // While it closes, the dialog keeps what it showed.
  return (
    <Modal open={target !== undefined} width={560} maskClosable={false} onCancel={backgroundTasks.close}
      title={target && t('backgroundTasks.importTitle', { title: inSentence(label(target.title)) })}
      footer={target && <Foot target={target} task={task} />}
    >
      <div ref={useKeptFocus()} className="oa-import-body" tabIndex={-1}>
        {target && (task ? <ImportProgress task={task} /> : <ChooseFile onChoose={(file) => startImport(http, target, file)} />)}
      </div>
    </Modal>
  )
}

/** The element that had the focus may go with a step of the task; the dialog keeps it then, so that its keys go on working. */
function useKeptFocus() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus()
  })
  return box
}

function ImportProgress({ task }: { task: BackgroundTask }) {
  return (
    <div className="oa-import">
      <TaskRow task={task} />
      {task.failure !== undefined && <p className="oa-import-failure" role="alert">{task.failure}</p>}
      {task.answer && <ImportResult answer={task.answer} />}
    </div>
  )
}

function Foot({ target, task }: { target: ImportTarget; task: BackgroundTask | undefined }) {
  const { t } = useBackgroundTaskText()
  const http = useHttp()
  const template = () => download(http, { path: `${target.path}/template` }).catch(() => undefined)
  return (
    <div className="oa-import-foot">
      <Button type="text" icon={<DownloadOutlined aria-hidden />} onClick={() => void template()}>{t('backgroundTasks.template')}</Button>
      <span className="oa-import-keeps">{task && isRunning(task) && t('backgroundTasks.keepsRunning')}</span>
      {task &&
        (isRunning(task)
          ? <Button danger disabled={task.state === 'stopping'} onClick={task.stop}>{t('backgroundTasks.stop')}</Button>
          : <Ending target={target} task={task} />)}
    </div>
  )
}

function Ending({ target, task }: { target: ImportTarget; task: BackgroundTask }) {
  const { t } = useBackgroundTaskText()
  return (
    <>
      <Button onClick={() => again(target, task)}>{t('backgroundTasks.again')}</Button>
      {task.state === 'failed' && task.retry
        ? <Button type="primary" onClick={task.retry}>{t('backgroundTasks.retry')}</Button>
        : <Button type="primary" onClick={backgroundTasks.close}>{t('backgroundTasks.close')}</Button>}
    </>
  )
}

function again(target: ImportTarget, task: BackgroundTask) {
  backgroundTasks.remove(task.id)
  backgroundTasks.open(target)
}
