import { CloseOutlined, PaperClipOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useLayoutEffect, useRef, useState, type DragEvent } from 'react'
import { formatBytes } from '#kernel/values/bytes.ts'
import { acceptOf } from '#kernel/values/file-name.ts'
import { largestFile } from '#kernel/kinds/attachment.ts'
import { FileList } from './FileList.tsx'
import { FileName, FileSign, FileView } from './FileView.tsx'
import { useRemoval } from './use-removal.ts'
import { useTicked } from './use-ticked.tsx'
import { useUploads, type Upload } from './use-uploads.ts'
import { idsOf, useReferences } from '../references/use-references.ts'
import { useFieldText } from '../text.ts'
import type { CellProps, FieldRenderer, InputProps } from '../types.ts'
import '../files/files.css'

/** Files: chosen or dropped, sent one beside the other, taken away again while nothing holds them. */
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
  // before anything can be pressed on what is drawn: whoever sends the form asks whether files are under way
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
    <div className={props.variant === 'borderless' ? 'oa-files is-small' : 'oa-files'} role="group"
      aria-label={props['aria-label'] ?? label(field)}
    >
      {ids.map((file, index) => (
        <FileView key={file} id={file} record={records[index]} tick={isTogether && tick(file, index)}
          onRemove={disabled ? undefined : () => remove([file])} />
      ))}
      {isTogether && (
        <div className="oa-files-together">
          {all}
          <Button size="small" type="text" onClick={withTicked(remove)}>{t('removeTicked')}</Button>
        </div>
      )}
      {pending.map((each) => <Sending key={each.key} upload={each} onRetry={() => retry(each)} onCancel={() => cancel(each.key)} />)}
      {!disabled && <DropPlace props={props} onTake={take} />}
      {tooMany && <span className="oa-file-failure" role="alert">{tooMany}</span>}
    </div>
  )
}

/** The place where files are chosen or dropped. */
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
      <small>{t('uploadMore', { size: formatLimit(field.maxBytes ?? largestFile) })}</small>
    </label>
  )
}

/** One file on its way: bar, amount, seconds left. */
function Sending({ upload, onRetry, onCancel }: { upload: Upload; onRetry(): void; onCancel(): void }) {
  const { t } = useFieldText()
  const { file, sent, secondsLeft: seconds, failure, isFinal } = upload
  return (
    <span className="oa-file">
      <FileSign name={file.name} />
      <span className="oa-file-words">
        <FileName name={file.name} />
        {failure ? <span className="oa-file-failure" role="alert">{failure}</span> : (
          <>
            <span className="oa-file-size num">
              {t('uploading', { sent: formatBytes(sent), total: formatBytes(file.size) })}
              {seconds !== undefined && ` · ${t('secondsLeft', { n: seconds })}`}
            </span>
            <progress className="oa-file-bar" value={sent} max={file.size} aria-label={file.name} />
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

/** 204,800,000 bytes are called 200M here, as in the messages. */
const formatLimit = (bytes: number) => (bytes % 1_024_000 === 0 ? `${bytes / 1_024_000}M` : formatBytes(bytes))

export const attachmentRenderer: FieldRenderer = { Input: AttachmentInput, Cell: AttachmentCell }
