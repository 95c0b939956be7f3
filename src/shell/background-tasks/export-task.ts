import { isFailure } from '#providers/failure.ts'
import { nameOfFile, saveFile } from '#providers/files.ts'
import type { ReadingCall } from '#providers/http/request.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Backend } from '../backend.ts'
import { reasonOf } from '../command/use-command.ts'
import { type BackgroundTask, backgroundTasks } from './background-tasks.ts'

export interface ExportOrder {
  readonly path: string
  readonly title: Label
  readonly query?: Readonly<Record<string, unknown>>
  /** The call, if it is not the export of a list. */
  readonly call?: ReadingCall
  /** File name in the header until the download has started. */
  readonly name?: string
  /** Path of a call that answers how many parts of the file are created. */
  readonly progress?: string
  /** Message when the file could not be created. */
  readonly failed: string
}

/**
 * Downloads a list as a workbook, or another file that takes time, with progress in the header. Resolves when it has ended.
 */
export async function runExport(backend: Backend, order: ExportOrder): Promise<void> {
  const { http, reactions } = backend
  const id = `export ${order.path}`
  const stopped = new AbortController()
  const retry = () => void runExport(backend, order)
  backgroundTasks.add({ id, kind: 'export', name: nameOf(order), title: order.title, state: 'reading', done: 0, total: 0, secondsLeft: null,
    stop: () => stopped.abort(), retry })
  const end = order.progress === undefined ? () => undefined : follow(http, id, order.progress)
  try {
    const response = await http.raw({ ...callOf(order), signal: stopped.signal, quiet: true })
    const parts = await received(response, stopped.signal, (done) => backgroundTasks.change(id, { done, state: 'saving' }))
    saveFile(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), nameOfFile(response))
    backgroundTasks.remove(id)
  } catch (error) {
    if (stopped.signal.aborted) return backgroundTasks.remove(id)
    const failure = reasonOf(error, order.failed)
    backgroundTasks.change(id, { state: 'failed', failure })
    reactions.notify({ kind: 'failed', text: failure, traceId: isFailure(error) ? error.traceId : undefined })
  } finally {
    end()
  }
}

/** Polling interval of the progress, in ms. */
const pace = 700

/** Polls and shows how many parts of a file are created; returns the function that stops it. */
function follow(http: Backend['http'], id: string, path: string): () => void {
  let isOver = false
  const ask = async () => {
    const parts = await http.get<NonNullable<BackgroundTask['parts']>>(path, undefined, { quiet: true }).catch(() => undefined)
    if (!isOver && parts) backgroundTasks.change(id, { parts })
    if (!isOver) setTimeout(() => void ask(), pace)
  }
  setTimeout(() => void ask(), pace)
  return () => {
    isOver = true
  }
}

const nameOf = ({ name = '' }: ExportOrder): string => name

const callOf = ({ path, query, call }: ExportOrder): ReadingCall => call ?? { method: 'GET', path: `${path}/export`, body: query }

/** Reads the body in chunks; an incomplete answer is a failure. */
async function received(response: Response, signal: AbortSignal, onProgress: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body?.getReader()
  let bytes = 0
  signal.addEventListener('abort', () => void reader?.cancel())
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    signal.throwIfAborted()
    if (done || !value) return parts
    parts.push(value)
    onProgress(bytes += value.length)
  }
}
