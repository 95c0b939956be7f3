import { isFailure } from '#providers/failure.ts'
import { nameOfFile, saveFile } from '#providers/files.ts'
import type { ReadingCall } from '#providers/http/request.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Backend } from '../backend.ts'
import { reasonOf } from '../command/refusal.ts'
import { type BackgroundTask, backgroundTasks } from './background-tasks.ts'

export interface ExportOrder {
  readonly path: string
  readonly title: Label
  readonly query?: Readonly<Record<string, unknown>>
  /** The call, where that is no export of the list. */
  readonly call?: ReadingCall
  /** The name of the file in the header until it has come. */
  readonly name?: string
  /** Call that tells how many parts of the file are made. */
  readonly progress?: string
  /** Shown when the file could not be made. */
  readonly failed: string
}

/**
 * Fetches a list as a workbook, or another file that takes its time, and hands it to the browser; the header shows how much has come. Ends
 * when it is over.
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

/** Milliseconds between two questions how far a file is. */
const pace = 700

/** Shows how many parts of a file are made, until it is over. Answers what ends it. */
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

/** The body's parts; an answer that breaks off is a failure, never half a file. */
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
