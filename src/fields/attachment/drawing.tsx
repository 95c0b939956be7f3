import { CloseOutlined, PaperClipOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState, type DragEvent } from 'react'
import { formatBytes } from '../../kernel/bytes.ts'
import { largestFile } from '../../kernel/kinds/attachment.ts'
import { useHttp } from '../../shell/backend.ts'
import { FileList } from '../files/FileList.tsx'
import { FileName, FileSign, FileView } from '../files/FileView.tsx'
import { useUploads, type Upload } from '../files/use-uploads.ts'
import { idsOf, useReferences } from '../references/use-references.ts'
import { useFieldText } from '../text.ts'
import type { CellProps, FieldDrawing, InputProps } from '../types.ts'
import '../files/files.css'

interface AttachmentInputProps extends InputProps {
  /** Told while files are on their way. */
  onSending?(isSending: boolean): void
}

/** Files: chosen or dropped, sent one beside the other, taken away again while nothing holds them. */
export function AttachmentInput({ onSending, ...props }: AttachmentInputProps) {
  const { field, value, onChange, onBlur, disabled = false } = props
  const { label } = useFieldText()
  const http = useHttp()
  const ids = idsOf(value)
  const records = useReferences('attachment', ids)
  const { pending, add, retry, cancel } = useUploads({ field, ids, onChange })
  const [tooMany, setTooMany] = useState<string>()
  const isSending = pending.some(({ failure }) => failure === undefined)
  useEffect(() => onSending?.(isSending), [onSending, isSending])

  const take = (files: FileList | null) => {
    setTooMany(add([...(files ?? [])]))
    onBlur?.()
  }
  const remove = (gone: string) => {
    onChange(ids.filter((each) => each !== gone))
    // A file of an earlier version of the document stays where it is; the server knows.
    void http.delete(`/oaserver/attachment/${encodeURIComponent(gone)}`, undefined, { quiet: true }).catch(() => undefined)
  }
  return (
    <div className={props.variant === 'borderless' ? 'oa-files is-small' : 'oa-files'} role="group" aria-label={props['aria-label'] ?? label(field)}>
      {ids.map((file, index) => <FileView key={file} id={file} record={records[index]} onRemove={disabled ? undefined : () => remove(file)} />)}
      {pending.map((each) => <Sending key={each.key} upload={each} onRetry={() => retry(each)} onCancel={() => cancel(each.key)} />)}
      {!disabled && <DropPlace props={props} onTake={take} />}
      {tooMany && <span className="oa-file-failure" role="alert">{tooMany}</span>}
    </div>
  )
}

/** Where files are chosen or dropped. */
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
      <input id={id} type="file" multiple={field.max !== 1} accept={field.extensions?.map((each) => `.${each}`).join(',')}
        aria-label={`${t('upload')} ${props['aria-label'] ?? label(field)}`} aria-describedby={props['aria-describedby']} aria-invalid={props['aria-invalid']}
        onChange={({ target }) => {
          onTake(target.files)
          target.value = ''
        }} />
      <PaperClipOutlined aria-hidden /> {t('upload')}<small>{t('uploadMore', { size: formatLimit(field.maxBytes ?? largestFile) })}</small>
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
              {t('uploading', { sent: formatBytes(sent), total: formatBytes(file.size) })}{seconds !== undefined && ` · ${t('secondsLeft', { n: seconds })}`}
            </span>
            <progress className="oa-file-bar" value={sent} max={file.size} aria-label={file.name} />
          </>
        )}
      </span>
      {failure && !isFinal && <Button type="text" size="small" icon={<ReloadOutlined />} aria-label={`${t('retry')} ${file.name}`} onClick={onRetry} />}
      <Button type="text" size="small" icon={<CloseOutlined />} aria-label={`${t('cancel')} ${file.name}`} onClick={onCancel} />
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

export const drawing: FieldDrawing = { Input: AttachmentInput, Cell: AttachmentCell }
