import { DownloadOutlined, PrinterOutlined, StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type RefObject, Suspense, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { saveFile, useDownload } from '#fields/files/preview.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { download } from '#providers/files.ts'
import { useBackend } from '../../backend.ts'
import { useStore } from '../../form/store/use-store.ts'
import { filesOf } from './files.ts'
import { useDetailText } from '../texts.ts'
import { usePrintText } from '../print/texts.ts'

interface DownloadFilesProps extends BarLook {
  readonly document: Pick<FiledDocument, 'businessNo'>
}

/** Downloads all files of the document, rows included: a single one directly, several as an archive. A second click cancels. */
export function DownloadFilesButton({ document: { businessNo }, isShort = false, isQuiet = isShort }: DownloadFilesProps) {
  const { t } = useDetailText()
  const { form, value } = useStore()
  const ids = useMemo(() => filesOf(form.fields, value), [form, value])
  const { state, start, cancel } = useAllFiles(ids, businessNo)
  if (ids.length === 0) return null
  const running = { icon: <StopOutlined />, text: t('cancelDownload'), press: cancel }
  const { icon, text, press } = state.stage === 'downloading'
    ? running
    : { icon: <DownloadOutlined />, text: t('downloadFiles', { count: ids.length }), press: start }
  const look = isShort ? { 'data-tip': text } : { children: text }
  return <Button type={isQuiet ? 'text' : 'default'} icon={icon} aria-label={text} onClick={press} {...look} />
}

function useAllFiles(ids: readonly string[], businessNo: string) {
  const { http } = useBackend()
  const [only, ...others] = ids
  return useDownload(({ signal, onProgress }) => (only !== undefined && others.length === 0
    ? saveFile(http, only, { signal, onProgress })
    : download(http, { method: 'POST', path: `/oaserver/attachment/downloadZip/${encodeURIComponent(businessNo)}`, body: ids, reads: true,
      signal }, onProgress))
  )
}

/** Appearance of a button in the bar. */
export interface BarLook {
  /** Icon only, for lack of room. */
  readonly isShort?: boolean
  /** Without border. */
  readonly isQuiet?: boolean
}

/**
 * Returns whether the content of an element fits. With hysteresis: after an overflow, it fits again only at the width that was needed.
 * @param content key of the content; a change resets the measurement
 */
export function useFits(element: RefObject<HTMLElement | null>, content: string): boolean {
  const [measured, setMeasured] = useState({ content, room: 0, needed: 0 })
  useEffect(() => {
    const observed = element.current
    if (!observed) return
    const observer = new ResizeObserver(() => {
      const { scrollWidth, clientWidth: room } = observed
      const overflow = scrollWidth > room ? scrollWidth : 0
      // synchronously, before the next paint
      flushSync(() => setMeasured((known) => ({ content, room, needed: Math.max(overflow, known.content === content ? known.needed : 0) })))
    })
    observer.observe(observed)
    return () => observer.disconnect()
  }, [element, content])
  return measured.content !== content || measured.room >= measured.needed
}

const PrintDialog = lazyPage(async () => (await import('../print/PrintDialog.tsx')).PrintDialog)

interface PrintButtonProps extends BarLook {
  readonly document: FiledDocument
}

const load = () => void PrintDialog.load().catch(() => undefined)

/** The print button; hidden if the form has no print. */
export function PrintButton({ document, isShort = false, isQuiet = isShort }: PrintButtonProps) {
  const { form } = useStore()
  const { t } = usePrintText()
  const [isOpen, setIsOpen] = useState(false)
  if (form.print === false) return null
  return (
    <>
      <Button type={isQuiet ? 'text' : 'default'} icon={<PrinterOutlined />} aria-label={t('print')}
        data-tip={isShort ? t('print') : undefined} onPointerEnter={load} onFocus={load} onClick={() => setIsOpen(true)}
      >
        {!isShort && t('print')}
      </Button>
      <Suspense>{isOpen && <PrintDialog document={document} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
