import { DownloadOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { contentOf, saveFile, viewOf } from '#fields/files/preview.ts'
import { FileName, FileSign } from '#fields/files/FileView.tsx'
import { storedName, useReferences } from '#fields/references/reference-book.ts'
import type { ReferenceCandidate } from '#fields/types.ts'
import { extensionOf } from '#kernel/values/files.ts'
import { useHttp } from '../backend.ts'
import { useKeys } from '../keys.ts'
import { RowsSkeleton } from '../parts/Skeletons.tsx'
import { useRoutes } from '../routing/routes-context.ts'
import { StateView } from '../states/StateView.tsx'
import { useReviewText } from './texts.ts'

/** Width of a picture in percent of the pane. */
const zooms = [50, 75, 100, 150, 200, 300] as const

/** The files of a document with one of them displayed, initially the first one that the browser can render; others show file details. */
export function FilePane({ document, ids }: { document: string; ids: readonly string[] }) {
  const { t } = useReviewText()
  const records = useReferences('attachment', ids)
  const [chosen, setAt] = useState<number>()
  const at = chosen ?? Math.max(0, records.findIndex((record) => viewOf(record) !== undefined))
  const [zoom, setZoom] = useState(2)
  const scale = (step: 1 | -1) => setZoom((before) => Math.max(0, Math.min(before + step, zooms.length - 1)))
  useKeys({ v: () => setAt((at + 1) % Math.max(1, ids.length)), '+': () => scale(1), '=': () => scale(1), '-': () => scale(-1) })
  const id = ids[at]
  if (id === undefined) return <StateView illustration="empty" title={t('noFiles')} text={t('noFilesText')} />
  const record = records[at]
  return (
    <>
      <FileHead id={id} record={record} place={t('position', { number: at + 1, total: ids.length })}
        onZoom={viewOf(record) === 'picture' ? scale : undefined} />
      <div className="oa-review-file stack filled-column scroll">
        <FileContent key={id} id={id} record={record} width={`${zooms[zoom] ?? 100}%`} />
      </div>
      <FileSections document={document} file={id} />
      {ids.length > 1 && (
        <div className="oa-review-thumbs subtle line-top flex rigid gap-8 scroll-x" role="group" aria-label={t('files')}>
          {ids.map((each, index) => {
            const name = storedName(records[index], each)
            return (
              <button key={each} type="button" className="plain row outlined round-6 rigid small gap-6" title={name}
                aria-pressed={index === at} onClick={() => setAt(index)}
              >
                <FileSign name={name} />
                <FileName name={name} />
              </button>
            )
          })}
        </div>
      )}
    </>
  )
}

/** The modules' sections about the file. */
function FileSections({ document, file }: { document: string; file: string }) {
  const { fileSections = [] } = useRoutes().config
  return (
    <Suspense>
      {fileSections.map(({ id, component: Section }) => <Section key={`${id} ${file}`} document={document} file={file} />)}
    </Suspense>
  )
}

interface FileHeadProps {
  readonly id: string
  readonly record: ReferenceCandidate | undefined
  readonly place: string
  /** Present for pictures; other viewers have their own zoom buttons. */
  readonly onZoom: ((step: 1 | -1) => void) | undefined
}

function FileHead({ id, record, place, onZoom }: FileHeadProps) {
  const { t } = useReviewText()
  const http = useHttp()
  const name = storedName(record, id)
  // the client reports failures
  const save = () => void saveFile(http, id).catch(() => undefined)
  return (
    <div className="oa-review-file-head row subtle line-bottom rigid gap-8">
      <span className="num">{place}</span>
      <strong className="fill" title={name}>
        <FileName name={name} />
      </strong>
      {onZoom && (
        <Button type="text" size="small" icon={<ZoomOutOutlined aria-hidden />} aria-label={t('zoomOut')} aria-keyshortcuts="-"
          data-tip={`${t('zoomOut')} −`} onClick={() => onZoom(-1)} />
      )}
      {onZoom && (
        <Button type="text" size="small" icon={<ZoomInOutlined aria-hidden />} aria-label={t('zoomIn')} aria-keyshortcuts="+"
          data-tip={`${t('zoomIn')} +`} onClick={() => onZoom(1)} />
      )}
      <Button type="text" size="small" icon={<DownloadOutlined aria-hidden />} aria-label={t('download', { name })}
        data-tip={t('downloadShort')} onClick={save} />
    </div>
  )
}

function FileContent({ id, record, width }: { id: string; record: ReferenceCandidate | undefined; width: string }) {
  const { t } = useReviewText()
  const view = viewOf(record)
  const name = storedName(record, id)
  const { address, hasFailed } = useContent(id, view !== undefined)
  if (view === undefined) {
    const isOfd = extensionOf(name) === 'ofd'
    return <StateView illustration="empty" title={t(isOfd ? 'ofd' : 'noView')} text={t(isOfd ? 'ofdText' : 'noViewText')} />
  }
  if (hasFailed) return <StateView illustration="error" title={t('fileFailed')} role="status" />
  if (address === undefined) return <RowsSkeleton rows={8} columns={['90%']} />
  if (view === 'picture') return <img src={address} alt={name} style={{ width }} />
  // the response is always application/pdf
  // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers do not run their PDF viewer in a sandboxed frame
  return <iframe src={address} title={name} />
}

/** The object URL of a file, while it is displayed. */
function useContent(id: string, isWanted: boolean) {
  const http = useHttp()
  const [content, setContent] = useState<{ readonly address?: string; readonly hasFailed?: boolean }>({})
  useEffect(() => {
    if (!isWanted) return
    let address: string | undefined
    let isOver = false
    const load = async () => {
      const made = await contentOf(http, id)
      address = made
      if (isOver) URL.revokeObjectURL(made)
      else setContent({ address: made })
    }
    void load().catch(() => !isOver && setContent({ hasFailed: true }))
    return () => {
      isOver = true
      if (address !== undefined) URL.revokeObjectURL(address)
    }
  }, [http, id, isWanted])
  return content
}
