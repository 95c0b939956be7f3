import { CheckOutlined, CloseOutlined, DownloadOutlined, ReloadOutlined, StopOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { extensionOf, formatBytes } from '#kernel/values/files.ts'
import { useHttp } from '#shell/backend.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { storedName } from '../references/reference-book.ts'
import { useFieldText } from '../text.ts'
import type { ReferenceCandidate } from '../types.ts'
import { contentOf, type DownloadState, saveFile, useDownload, viewOf } from './preview.ts'
import './files.css'

const PictureView = lazyPage(async () => (await import('./PictureView.tsx')).PictureView)

interface FileViewProps {
  readonly id: string
  readonly record: ReferenceCandidate | undefined
  /** Checkbox for selecting it. */
  readonly tick?: ReactNode
  /** Present where files may be removed. */
  onRemove?(): void
}

/** A stored file: a click opens it if the browser can show it, else downloads it. */
export function FileView({ id, record, tick, onRemove }: FileViewProps) {
  const { t } = useFieldText()
  const http = useHttp()
  const { state, start, cancel } = useDownload((saving) => saveFile(http, id, saving))
  const name = storedName(record, id)
  const { open, picture, close } = useView(id, record, start)
  return (
    <span className="oa-file row framed round-6 gap-8 narrow">
      {tick}
      <FileSign name={name} />
      <span className="oa-file-words stack fill">
        <button type="button" className="plain oa-file-name" title={name} aria-label={t(viewOf(record) ? 'preview' : 'download', { name })}
          onClick={open}
        >
          <FileName name={name} />
        </button>
        {typeof record?.['size'] === 'number' && <span className="oa-file-size num third tiny">{formatBytes(record['size'])}</span>}
        {state.stage === 'failed' && <span className="red small" role="alert">{t('downloadFailed')}</span>}
        <DownloadBar state={state} name={name} />
      </span>
      <DownloadButton name={name} stage={state.stage} onStart={start} onCancel={cancel} />
      {onRemove && <RemoveButton name={name} isLocked={isOthers(record)} onRemove={onRemove} />}
      <Suspense>{picture && <PictureView name={name} picture={picture} onClose={close} />}</Suspense>
    </span>
  )
}

/** Starts, cancels or repeats a download. */
function DownloadButton(
  { name, stage, onStart, onCancel }: { name: string; stage: DownloadState['stage']; onStart(): void; onCancel(): void },
) {
  const { t } = useFieldText()
  const key = ({ idle: 'download', downloading: 'cancelDownload', done: 'download', failed: 'downloadAgain' } as const)[stage]
  return (
    <Tooltip title={t(key, { name: '' })}>
      <Button type="text" size="small" icon={signs[stage]} aria-label={t(key, { name })}
        onClick={stage === 'downloading' ? onCancel : onStart} />
    </Tooltip>
  )
}

const signs: Readonly<Record<DownloadState['stage'], ReactNode>> = { idle: <DownloadOutlined />, downloading: <StopOutlined />,
  done: <CheckOutlined />, failed: <ReloadOutlined /> }

/** The progress of a download; indeterminate if its size is not known. */
export function DownloadBar({ state: { stage, received, total }, name }: { state: DownloadState; name: string }) {
  if (stage !== 'downloading') return null
  return (
    <progress className="oa-file-bar wide borderless" aria-label={name} {...(total !== undefined && { value: received, max: total })} />
  )
}

/** Returns whether a file was uploaded by another person and so cannot be removed. */
export const isOthers = (record: ReferenceCandidate | undefined): boolean => record?.['own'] === false

function RemoveButton({ name, isLocked, onRemove }: { name: string; isLocked: boolean; onRemove(): void }) {
  const { t } = useFieldText()
  return (
    <Tooltip title={isLocked ? t('othersFile') : undefined}>
      <Button type="text" size="small" icon={<CloseOutlined aria-hidden />} aria-label={t('remove', { name })} disabled={isLocked}
        onClick={onRemove} />
    </Tooltip>
  )
}

/** Opens a picture as an overlay, and a PDF in the browser's viewer. */
function useView(id: string, record: ReferenceCandidate | undefined, save: () => void) {
  const http = useHttp()
  const [picture, setPicture] = useState<string>()
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture)), [picture])
  const open = async () => {
    const view = viewOf(record)
    if (!view) return save()
    const [address] = await Promise.all([contentOf(http, id), view === 'picture' && PictureView.load()])
    if (view === 'picture') return setPicture(address)
    window.open(address, '_blank', 'noopener')
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  }
  return { open: () => void open().catch(save), picture, close: () => setPicture(undefined) }
}

/** The file's extension as a badge: red for PDF, green for spreadsheets, else neutral. */
export function FileSign({ name }: { name: string }) {
  const extension = extensionOf(name)
  return (
    <span className="oa-file-sign inline-row on-grey round-4 rigid bold high-32 centred" data-type={extension} aria-hidden>
      {extension.slice(0, 4).toUpperCase() || '?'}
    </span>
  )
}

/** A file name; a long one is truncated in the middle, keeping its extension. */
export function FileName({ name }: { name: string }) {
  const dot = name.lastIndexOf('.')
  const cut = dot > 0 ? Math.max(0, dot - 2) : name.length
  return (
    <span className="oa-file-parts flex narrow nowrap">
      <span className="cut">{name.slice(0, cut)}</span>
      <span>{name.slice(cut)}</span>
    </span>
  )
}

/** A stored file as a tile: opens it if the browser can show it, else downloads it. */
export function FileTile({ id, record }: { id: string; record: ReferenceCandidate | undefined }) {
  const { t } = useFieldText()
  const http = useHttp()
  // the client has shown the failure
  const { open, picture, close } = useView(id, record, () => void saveFile(http, id).catch(() => undefined))
  const name = storedName(record, id)
  return (
    <>
      <button type="button" className="plain oa-file-tile grid small gap-4" title={name}
        aria-label={t(viewOf(record) ? 'preview' : 'download', { name })} onClick={open}
      >
        <span className="oa-file-tile-sheet row subtle framed round-8 centred" aria-hidden>
          <FileSign name={name} />
        </span>
        <FileName name={name} />
      </button>
      <Suspense>{picture && <PictureView name={name} picture={picture} onClose={close} />}</Suspense>
    </>
  )
}
