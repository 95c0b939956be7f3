import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { inSentence } from '#kernel/wording/label.ts'
import type { ImportAnswer } from '#kernel/answers.ts'
import { download } from '#providers/files.ts'
import { type HttpFailure, isFailure } from '#providers/failure.ts'
import type { Http, WritingHttp } from '#providers/http.ts'
import { useHttp, useWritingHttp } from '../backend.ts'
import { ImportResult, TaskRow } from './ImportResult.tsx'
import { useBackgroundTaskText } from './texts.ts'
import { type BackgroundTask, backgroundTasks, type ImportTarget, isRunning, useBackgroundTasks } from './background-tasks.ts'
import './background-tasks.css'

/** Uploads an import file and shows its result. Closing the dialog does not stop the task, which continues in the header. */
export function ImportDialog() {
  const { t, label } = useBackgroundTaskText()
  const http = useWritingHttp()
  const { dialog, tasks: all } = useBackgroundTasks()
  const task = all.find(({ id }) => id === dialog?.task)
  const target = dialog?.target
  // keeps its content during the closing animation
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

/** Moves the focus to the dialog when the focused element is removed, so that its keys keep working. */
function useKeptFocus() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus()
  })
  return box
}

function ImportProgress({ task }: { task: BackgroundTask }) {
  return (
    <div className="oa-import grid">
      <TaskRow task={task} />
      {task.failure !== undefined && <p className="flat red" role="alert">{task.failure}</p>}
      {task.answer && <ImportResult answer={task.answer} />}
    </div>
  )
}

function Foot({ target, task }: { target: ImportTarget; task: BackgroundTask | undefined }) {
  const { t } = useBackgroundTaskText()
  const http = useHttp()
  const template = () => download(http, { path: `${target.path}/template` }).catch(() => undefined)
  return (
    <div className="oa-import-foot gap-8 row">
      <Button type="text" icon={<DownloadOutlined aria-hidden />} onClick={() => void template()}>{t('backgroundTasks.template')}</Button>
      <span className="oa-import-keeps text-right muted grow">{task && isRunning(task) && t('backgroundTasks.keepsRunning')}</span>
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

/** Takes one workbook, by file dialog or drag and drop. */
function ChooseFile({ onChoose }: { onChoose(file: File): void }) {
  const { t } = useBackgroundTaskText()
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const choose = (file: File | undefined) => {
    if (file) onChoose(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    choose(event.dataTransfer.files[0])
  }
  return (
    <label htmlFor={id} className={`oa-import-drop dashed round-8 gap-4 text-centre middle second grid relative${isOver ? ' is-over' : ''}`}
      onDragOver={(event) => event.preventDefault()} onDragEnter={() => setIsOver(true)} onDragLeave={() => setIsOver(false)} onDrop={drop}
    >
      <InboxOutlined aria-hidden />
      <span>
        <b className="accent medium">{t('backgroundTasks.choose')}</b>
        <span className="oa-import-or left-6">{t('backgroundTasks.drop')}</span>
      </span>
      <small className="muted">{t('backgroundTasks.hint')}</small>
      <input className="absolute" id={id} type="file" accept=".xls,.xlsx" aria-label={t('backgroundTasks.choose')} onChange={(event) =>
        choose(event.target.files?.[0])} />
    </label>
  )
}

interface Progress {
  readonly state: 'reading' | 'checking' | 'saving' | 'finished' | 'cancelled' | 'failed'
  readonly done: number
  readonly total: number
  readonly secondsLeft: number | null
  readonly answer: ImportAnswer | null
  readonly reason: string | null
}

/** Polling interval of the progress, in ms. */
const pause = 700

/** Uploads a file and polls the progress of its import; dialog and header show the task. */
function startImport(http: WritingHttp, target: ImportTarget, file: File): void {
  const id = newId()
  const sending = new AbortController()
  backgroundTasks.add({
    id,
    kind: 'import',
    name: file.name,
    title: target.title,
    target,
    state: 'sending',
    done: 0,
    total: 0,
    secondsLeft: null,
    stop: () => void stop(http, id, sending),
    retry: () => startImport(http, target, file),
  })
  backgroundTasks.open(target, id)
  void run(http, { id, target, file, signal: sending.signal })
  follow(http, id)
}

interface ImportUpload {
  readonly id: string
  readonly target: ImportTarget
  readonly file: File
  readonly signal: AbortSignal
}

async function run(http: WritingHttp, { id, target, file, signal }: ImportUpload) {
  const content = new FormData()
  for (const [name, value] of Object.entries(target.fields ?? {})) content.append(name, value)
  content.append('file', file, file.name)
  try {
    const answer = await http.upload<ImportAnswer>({ path: `${target.path}/import`, content, signal, headers: { 'X-Import-Id': id },
      onProgress: (sent, total) => sent === total && reading(id) })
    ended(id, answer)
  } catch (error) {
    if (!isFailure(error)) throw error
    // only the connection broke, not the import: polling will report its result
    if (error.kind === 'network' && (await isKnown(http, id))) return
    fail(id, error)
  }
}

function fail(id: string, { kind, message }: HttpFailure) {
  failed(id, kind === 'cancelled' ? undefined : message)
  // a retry with the same file would be refused again
  if (kind === 'refused') backgroundTasks.change(id, { retry: undefined })
}

const reading = (id: string) => backgroundTasks.find(id)?.state === 'sending' && backgroundTasks.change(id, { state: 'reading' })

function ended(id: string, answer: ImportAnswer) {
  const task = backgroundTasks.find(id)
  if (!task || !isRunning(task)) return
  backgroundTasks.change(id, { state: 'done', answer, done: answer.total, total: answer.total, secondsLeft: null })
  if (answer.success > 0) task.target?.onWritten?.()
}

/** Marks the task as failed; removes it if there is no reason, i.e. it was cancelled. */
function failed(id: string, failure: string | undefined) {
  if (failure === undefined) backgroundTasks.remove(id)
  else backgroundTasks.change(id, { state: 'failed', failure, secondsLeft: null })
}

async function stop(http: WritingHttp, id: string, sending: AbortController) {
  const task = backgroundTasks.find(id)
  if (task?.state === 'sending') sending.abort()
  backgroundTasks.change(id, { state: 'stopping', secondsLeft: null })
  await http.delete(`/public/importProgress/${id}`, undefined, { quiet: true }).catch(() => undefined)
}

/** Polls until the import has ended; a failed poll is repeated. */
function follow(http: Http, id: string) {
  const timer = setInterval(() => {
    const task = backgroundTasks.find(id)
    if (!task || !isRunning(task)) clearInterval(timer)
    else if (task.state !== 'sending') void ask(http, id)
  }, pause)
}

async function ask(http: Http, id: string) {
  const progress = await progressOf(http, id)
  const task = backgroundTasks.find(id)
  if (!progress || !task || !isRunning(task)) return
  if (progress.answer) ended(id, progress.answer)
  else if (progress.state === 'failed') failed(id, progress.reason ?? '')
  else backgroundTasks.change(id, { ...placeOf(progress), ...(task.state === 'stopping' && { state: 'stopping' }) })
}

const placeOf = ({ state, done, total, secondsLeft }: Progress): Partial<BackgroundTask> => ({
  state: state === 'saving' ? 'saving' : 'reading',
  done,
  total,
  secondsLeft,
})

const progressOf = (http: Http, id: string): Promise<Progress | undefined> =>
  http.get<Progress>(`/public/importProgress/${id}`, undefined, { quiet: true }).catch(() => undefined)

const isKnown = async (http: Http, id: string): Promise<boolean> => (await progressOf(http, id)) !== undefined

const newId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
