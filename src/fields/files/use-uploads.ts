import { useEffect, useRef, useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { useBackend, useWritingHttp } from '#shell/backend.ts'
import { reasonOf } from '#shell/command/refusal.ts'
import { useBook } from '../references/use-references.ts'
import { useFieldText } from '../text.ts'
import { takesXml, useFileCheck } from './file-check.ts'
import { sendFile } from './upload.ts'

/** A running or failed upload. */
export interface Upload {
  readonly key: number
  readonly file: File
  readonly sent: number
  readonly startedAt: number
  /** Estimated time left. */
  readonly secondsLeft?: number
  /** Reason of the failure. */
  readonly failure?: string
  /** A retry is pointless. */
  readonly isFinal?: boolean
}

interface UploadTarget {
  readonly field: FieldDefinition
  readonly ids: readonly string[]
  onChange(ids: readonly string[]): void
}

let uploads = 0

/** The uploads of a field: each file is checked, uploaded with progress, and can be cancelled or retried. */
export function useUploads(target: UploadTarget) {
  const { reactions } = useBackend()
  const http = useWritingHttp()
  const book = useBook()
  const { t, any } = useFieldText()
  const check = useFileCheck()
  const [pending, setPending] = useState<readonly Upload[]>([])
  const controllers = useRef(new Map<number, AbortController>())
  const latest = useRef(target)
  useEffect(() => {
    latest.current = target
  })

  const change = (key: number, part: Partial<Upload> | undefined) =>
    setPending((
      before,
    ) => (part ? before.map((each) => (each.key === key ? { ...each, ...part } : each)) : before.filter((each) => each.key !== key)))

  const faultOf = (file: File): string | undefined => check(file, latest.current.field)
  const send = async (key: number, file: File) => {
    const controller = new AbortController()
    controllers.current.set(key, controller)
    const startedAt = performance.now()
    change(key, { failure: undefined, sent: 0, startedAt, secondsLeft: undefined })
    try {
      const record = await sendFile(http, { file, allowXml: takesXml(latest.current.field), signal: controller.signal, onProgress: (sent) =>
        change(key, { sent, secondsLeft: secondsLeft(file.size, sent, startedAt) }) })
      book.learn('attachment', [record])
      change(key, undefined)
      latest.current.onChange([...latest.current.ids, record.id])
      latest.current = { ...latest.current, ids: [...latest.current.ids, record.id] }
    } catch (error) {
      if (isFailure(error) && error.kind === 'cancelled') return change(key, undefined)
      change(key, { failure: reasonOf(error, t('uploadFailed')), isFinal: isFailure(error) && error.kind === 'refused' })
    } finally {
      controllers.current.delete(key)
    }
  }

  return {
    pending,
    add(files: readonly File[]) {
      const { field, ids } = latest.current
      const room = (field.max ?? 100) - ids.length - pending.length
      const taken = files.slice(0, Math.max(0, room))
      const news = taken.map((file): Upload => ({ key: ++uploads, file, sent: 0, startedAt: performance.now(), ...refused(faultOf(file)) }))
      setPending((before) => [...before, ...news])
      for (const { key, file, failure } of news) if (failure === undefined) void send(key, file)
      return taken.length < files.length ? any('field.tooManyFiles', { n: field.max ?? 100 }) : undefined
    },
    retry: ({ key, file }: Upload) => void send(key, file),
    cancel(key: number) {
      const controller = controllers.current.get(key)
      controller?.abort()
      if (controller) reactions.notify({ kind: 'success', text: t('uploadCancelled') })
      change(key, undefined)
    },
  }
}

const secondsLeft = (size: number, sent: number, startedAt: number) =>
  sent > 0 ? Math.ceil(((size - sent) * (performance.now() - startedAt)) / sent / 1000) : undefined

const refused = (failure: string | undefined) => (failure === undefined ? {} : { failure, isFinal: true as const })
