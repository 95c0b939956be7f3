import { CloseOutlined, PaperClipOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { type DragEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { acceptOf, formatBytes } from '#kernel/values/files.ts'
import { largestFile } from '#kernel/kinds/attachment.ts'
import { useBackend, useHttp } from '#shell/backend.ts'
import { useBackgroundCall } from '#shell/command/use-command.ts'
import { download } from '#providers/files.ts'
import type { Http } from '#providers/http.ts'
import { DownloadBar, FileName, FileSign, FileView, isOthers } from './FileView.tsx'
import { type Upload, useUploads } from './use-uploads.ts'
import { idsOf, storedName, useReferences } from '../references/reference-book.ts'
import { useFieldText } from '../text.ts'
import type { CellProps, FieldRenderer, InputProps, ReferenceCandidate } from '../types.ts'
import './files.css'
import { saveFile, useDownload } from './preview.ts'

interface FileListProps {
  readonly ids: readonly string[]
  readonly records: readonly (ReferenceCandidate | undefined)[]
  /** Document number, used in the name of the archive. */
  readonly businessNo: string | undefined
}

/** A read-only list of stored files; ticked ones can be downloaded one by one or as an archive. */
export function FileList({ ids, records, businessNo }: FileListProps) {
  const { t } = useFieldText()
  const http = useHttp()
  const { ticked, tick, all, withTicked } = useTicked(ids, records)
  const meant = ticked.length > 0 ? ticked : ids
  const archive = useDownload(({ signal, onProgress }) =>
    download(http, { method: 'POST', path: `/oaserver/attachment/downloadZip/${encodeURIComponent(businessNo ?? 'file')}`, body: ticked,
      reads: true, signal }, onProgress)
  )
  const isPacking = archive.state.stage === 'downloading'
  return (
    <div className="oa-files grid gap-8">
      {ids.map((id, index) => <FileView key={id} id={id} record={records[index]} tick={tick(id, index)} />)}
      {ids.length > 1 && (
        <div className="oa-files-together row muted wrap span-all">
          {all}
          <span className="num">
            {t(ticked.length > 0 ? 'filesTicked' : 'filesAll', { count: meant.length, size: formatBytes(sizeOf(meant, ids, records)) })}
          </span>
          <span className="oa-files-downloads nowrap">
            <Button size="small" type="text" onClick={withTicked((chosen) => void oneByOne(http, chosen))}>{t('downloadEach')}</Button>
            {isPacking
              ? <Button size="small" type="text" onClick={archive.cancel}>{t('cancel')}</Button>
              : <Button size="small" type="text" onClick={withTicked(archive.start)}>{t('downloadZip')}</Button>}
          </span>
          <DownloadBar state={archive.state} name={t('downloadZip')} />
          {archive.state.stage === 'failed' && <span className="red small" role="alert">{t('downloadFailed')}</span>}
        </div>
      )}
    </div>
  )
}

/** Delay between downloads in ms: browsers drop simultaneous ones. */
const pause = 500

async function oneByOne(http: Http, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await saveFile(http, id).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

const sizeOf = (meant: readonly string[], ids: readonly string[], records: FileListProps['records']): number =>
  meant.reduce((sum, id) => sum + Number(records[ids.indexOf(id)]?.['size'] ?? 0), 0)

/** Selection of files by checkboxes, for batch actions. */
function useTicked(ids: readonly string[], records: readonly (ReferenceCandidate | undefined)[]) {
  const { t } = useFieldText()
  const { reactions } = useBackend()
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const ticked = ids.filter((id) => marked.has(id))
  const toggle = (id: string) => setMarked(new Set(marked.has(id) ? ticked.filter((each) => each !== id) : [...ticked, id]))
  return {
    ticked,
    /** The checkbox of a file; none if there is only one file. */
    tick: (id: string, index: number): ReactNode =>
      ids.length > 1 && <Checkbox checked={marked.has(id)} aria-label={storedName(records[index], id)} onChange={() => toggle(id)} />,
    all: (
      <Checkbox checked={ticked.length === ids.length} indeterminate={ticked.length > 0 && ticked.length < ids.length}
        onChange={() => setMarked(new Set(ticked.length === ids.length ? [] : ids))}
      >
        {t('tickAll')}
      </Checkbox>
    ),
    /** Wraps an action on the ticked files; shows a warning if none is ticked. */
    withTicked:
      (work: (ids: readonly string[]) => void) =>
      () => (ticked.length > 0 ? work(ticked) : reactions.notify({ kind: 'warning', text: t('tickFirst') })),
  }
}

interface UseRemovalOptions {
  readonly ids: readonly string[]
  readonly records: readonly (ReferenceCandidate | undefined)[]
  onChange(ids: readonly string[]): void
}

/**
 * Removes files from a field. An upload that belongs to no document is deleted, if the server allows it; a file of a filed document is only
 * removed from the field's value, and stays stored until the document is filed again.
 */
function useRemoval({ ids, records, onChange }: UseRemovalOptions) {
  const { http, reactions } = useBackend()
  const inBackground = useBackgroundCall()
  const { t } = useFieldText()
  const recordOf = (id: string) => records[ids.indexOf(id)]
  const mayGo = async (id: string) => {
    if (recordOf(id)?.['document'] !== null) return true
    return http.get<boolean>('/oaserver/isDelFile', { id }, { quiet: true }).catch(() => true)
  }
  const remove = async (gone: readonly string[]) => {
    const allowed = await Promise.all(gone.map(mayGo))
    if (allowed.includes(false)) return reactions.notify({ kind: 'refused', text: t('notDeletable') })
    onChange(ids.filter((id) => !gone.includes(id)))
    const free = gone.filter((id) => recordOf(id)?.['document'] === null)
    // the server cleans up files whose deletion fails
    if (free.length > 0)
      await inBackground((to) => to.delete('/oaserver/attachment/deleteByIds', { ids: free.join(',') }, { quiet: true }))
  }
  return (gone: readonly string[]) => {
    if (gone.some((id) => isOthers(recordOf(id)))) return reactions.notify({ kind: 'warning', text: t('othersFiles') })
    void remove(gone)
  }
}

/** File upload: by file dialog or drag and drop, several at a time, removable until a document holds them. */
export function AttachmentInput(props: InputProps) {
  const { field, value, onChange, onBlur, onSending, disabled = false } = props
  const { t, label } = useFieldText()
  const ids = idsOf(value)
  const records = useReferences('attachment', ids)
  const { pending, add, retry, cancel } = useUploads({ field, ids, onChange })
  const [tooMany, setTooMany] = useState<string>()
  const remove = useRemoval({ ids, records, onChange })
  const { tick, all, withTicked } = useTicked(ids, records)
  const isTogether = !disabled && ids.length > 1
  const isSending = pending.some(({ failure }) => failure === undefined)
  const onSendingRef = useRef(onSending)
  // layout effects, so that the form knows about running uploads before it can be submitted
  useLayoutEffect(() => {
    onSendingRef.current = onSending
  })
  useLayoutEffect(() => {
    onSendingRef.current?.(isSending)
    return () => onSendingRef.current?.(false)
  }, [isSending])

  const take = (files: FileList | null) => {
    setTooMany(add([...(files ?? [])]))
    onBlur?.()
  }
  return (
    <div className={props.variant === 'borderless' ? 'oa-files is-small grid gap-8' : 'oa-files grid gap-8'} role="group"
      aria-label={props['aria-label'] ?? label(field)}
    >
      {ids.map((file, index) => (
        <FileView key={file} id={file} record={records[index]} tick={isTogether && tick(file, index)}
          onRemove={disabled ? undefined : () => remove([file])} />
      ))}
      {isTogether && (
        <div className="oa-files-together row muted wrap span-all">
          {all}
          <Button size="small" type="text" onClick={withTicked(remove)}>{t('removeTicked')}</Button>
        </div>
      )}
      {pending.map((each) => <Sending key={each.key} upload={each} onRetry={() => retry(each)} onCancel={() => cancel(each.key)} />)}
      {!disabled && <DropPlace props={props} onTake={take} />}
      {tooMany && <span className="red small" role="alert">{tooMany}</span>}
    </div>
  )
}

/** The button and drop zone. */
function DropPlace({ props, onTake }: { props: InputProps; onTake(files: FileList | null): void }) {
  const { t, label } = useFieldText()
  const [isOver, setIsOver] = useState(false)
  const { field, id, status } = props
  const drag = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      onTake(event.dataTransfer.files)
    },
  }
  const look = ['oa-upload', isOver && 'is-over', status === 'error' && 'is-error'].filter(Boolean).join(' ')
  return (
    <label className={look} {...drag}>
      <input id={id} type="file" multiple={field.max !== 1} accept={field.extensions && acceptOf(field.extensions)}
        aria-label={`${t('upload')} ${props['aria-label'] ?? label(field)}`} aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']} onChange={({ target }) => {
        onTake(target.files)
        target.value = ''
      }} />
      <PaperClipOutlined aria-hidden /> {t('upload')}
      <small>{kindsOf(field)}{t('uploadMore', { size: formatLimit(field.maxBytes ?? largestFile) })}</small>
    </label>
  )
}

/** The kinds of files that a field takes, where they are few. */
const kindsOf = ({ extensions = [] }: InputProps['field']) =>
  extensions.length > 0 && extensions.length <= 4 && `${extensions.map((extension) => extension.toUpperCase()).join(' / ')} · `

/** A running upload, with progress bar, size and remaining seconds. */
function Sending({ upload, onRetry, onCancel }: { upload: Upload; onRetry(): void; onCancel(): void }) {
  const { t } = useFieldText()
  const { file, sent, secondsLeft: seconds, failure, isFinal } = upload
  return (
    <span className="oa-file row framed round-6 gap-8 narrow">
      <FileSign name={file.name} />
      <span className="oa-file-words stack fill">
        <FileName name={file.name} />
        {failure ? <span className="red small" role="alert">{failure}</span> : (
          <>
            <span className="oa-file-size num third tiny">
              {t('uploading', { sent: formatBytes(sent), total: formatBytes(file.size) })}
              {seconds !== undefined && ` · ${t('secondsLeft', { n: seconds })}`}
            </span>
            <progress className="oa-file-bar wide borderless" value={sent} max={file.size} aria-label={file.name} />
          </>
        )}
      </span>
      {failure && !isFinal && (
        <Button type="text" size="small" icon={<ReloadOutlined aria-hidden />} aria-label={`${t('retry')} ${file.name}`}
          onClick={onRetry} />
      )}
      <Button type="text" size="small" icon={<CloseOutlined aria-hidden />} aria-label={`${t('cancel')} ${file.name}`} onClick={onCancel} />
    </span>
  )
}

function AttachmentCell({ value, record }: CellProps) {
  const ids = idsOf(value)
  const records = useReferences('attachment', ids)
  if (ids.length === 0) return <span className="oa-nothing">—</span>
  return <FileList ids={ids} records={records} businessNo={typeof record?.['businessNo'] === 'string' ? record['businessNo'] : undefined} />
}

/** Formats a limit: 204,800,000 bytes as 200M, as in messages. */
const formatLimit = (bytes: number) => (bytes % 1_024_000 === 0 ? `${bytes / 1_024_000}M` : formatBytes(bytes))

export const attachmentRenderer: FieldRenderer = { Input: AttachmentInput, Cell: AttachmentCell }
