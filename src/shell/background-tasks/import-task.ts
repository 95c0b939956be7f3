import { type HttpFailure, isFailure } from '#providers/failure.ts'
import type { Http, WritingHttp } from '#providers/http.ts'
import type { ImportAnswer } from '#kernel/import-answer.ts'
import { type ImportTarget, isRunning, type BackgroundTask, backgroundTasks } from './background-tasks.ts'

interface Progress {
  readonly state: 'reading' | 'checking' | 'saving' | 'finished' | 'cancelled' | 'failed'
  readonly done: number
  readonly total: number
  readonly secondsLeft: number | null
  readonly answer: ImportAnswer | null
  readonly reason: string | null
}

/** Milliseconds between two questions how far a run is. */
const pause = 700

/** Sends a file and follows its run; the dialog and the header show the task. */
export function startImport(http: WritingHttp, target: ImportTarget, file: File): void {
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
    // The line broke, the run did not: whoever follows it learns its end.
    if (error.kind === 'network' && (await isKnown(http, id))) return
    fail(id, error)
  }
}

function fail(id: string, { kind, message }: HttpFailure) {
  failed(id, kind === 'cancelled' ? undefined : message)
  // The same file would be refused for the same reason.
  if (kind === 'refused') backgroundTasks.change(id, { retry: undefined })
}

const reading = (id: string) => backgroundTasks.find(id)?.state === 'sending' && backgroundTasks.change(id, { state: 'reading' })

function ended(id: string, answer: ImportAnswer) {
  const task = backgroundTasks.find(id)
  if (!task || !isRunning(task)) return
  backgroundTasks.change(id, { state: 'done', answer, done: answer.total, total: answer.total, secondsLeft: null })
  if (answer.success > 0) task.target?.onWritten?.()
}

/** Without a reason it was stopped before it began. */
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

/** Asks until the run is over; a question that fails is asked again. */
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
