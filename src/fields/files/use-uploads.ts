import { useCallback, useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { FieldDefinition } from '#kernel/fields.ts'
import { fileFaults } from '#kernel/kinds/attachment.ts'
import { acceptsFile, refusedType } from '#kernel/values/files.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { useBackend, useHttp, useWritingHttp } from '#shell/backend.ts'
import { reasonOf } from '#shell/command/use-command.ts'
import { isFailure } from '#providers/failure.ts'
import type { WritingHttp } from '#providers/http.ts'
import { useBook } from '../references/reference-book.ts'
import { useFieldText } from '../text.ts'
import type { ReferenceCandidate } from '../types.ts'

/** Returns a function that checks a file before upload: the reason why the field refuses it, or undefined. */
export function useFileCheck(): (file: File, field: FieldDefinition) => string | undefined {
  const { t, any } = useFieldText()
  const whitelist = useWhitelist()
  return useCallback((file, field) => {
    if ((whitelist && !acceptsFile(file.name, whitelist)) || (acceptsFile(file.name, ['xml']) && !takesXml(field)))
      return t('fileType', refusedType(file.name, field.extensions ?? (whitelist ?? []).filter((type) => type !== 'xml')))
    const fault = fileFaults({ fileName: file.name, size: file.size }, field)[0]
    return fault && any(fault.code, { label: bilingual(field), ...fault.parameters })
  }, [whitelist, t, any])
}

/** Returns whether a field accepts XML, which has to be allowed explicitly (e.g. for e-invoices). */
const takesXml = ({ extensions = [] }: FieldDefinition): boolean => extensions.includes('xml')

/** The extensions that the server accepts. */
function useWhitelist(): readonly string[] | undefined {
  const http = useHttp()
  const { data } = useQuery({
    queryKey: ['fileWhitelist'],
    queryFn: () => http.get<readonly { value: string }[]>('/oaserver/fileWhitelist/list', undefined, { quiet: true }),
    staleTime: Infinity,
  })
  return data?.map(({ value }) => value)
}

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

interface StoredFile {
  readonly id: string
  readonly realName: string
  readonly size: number
  readonly fileType: string
  readonly createBy: string
}

interface FileUpload {
  readonly file: File
  /** Whether XML is accepted, see `takesXml`. */
  readonly allowXml: boolean
  readonly signal: AbortSignal
  onProgress(sent: number, total: number): void
}

/** Uploads a file; returns its record. @throws HttpFailure */
export async function sendFile(http: WritingHttp, { file, allowXml, signal, onProgress }: FileUpload): Promise<ReferenceCandidate> {
  const content = new FormData()
  content.append('uploadType', 'attachment')
  // the server needs the other fields before the file
  if (allowXml) content.append('allowXml', 'true')
  content.append('file', file, file.name)
  const stored = await http.upload<StoredFile>({ path: '/oaserver/attachment/upload', content, signal, onProgress })
  return { id: stored.id, name: stored.realName, enabled: true, fileName: stored.realName, size: stored.size, fileType: stored.fileType,
    createBy: stored.createBy, own: true, document: null }
}
