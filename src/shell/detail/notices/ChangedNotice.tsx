import { Button } from 'antd'
import { useState } from 'react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { useDetailText } from '../text.ts'

/** The document as the reader last saw it, once somebody else has taken it further. */
export function useDecidedElsewhere(document: FiledDocument) {
  const me = useRead(reads.user)?.id
  const [seen, setSeen] = useState(document)
  const [before, setBefore] = useState<FiledDocument>()
  if (seen !== document) {
    setSeen(document)
    const actor = stepOf(seen) === stepOf(document) ? undefined : whoWasFaster(seen, document)
    if (actor !== undefined && actor.id !== me) setBefore(seen)
  }
  return { before, setBefore }
}

const stepOf = ({ state, taskId, currentTask }: FiledDocument) => JSON.stringify([state, taskId, currentTask?.id])

interface ChangedNoticeProps {
  readonly document: FiledDocument
  /** The document that the reader saw when someone else was faster. */
  readonly before: FiledDocument | undefined
  readonly isStale: boolean
  onLoad(): void
}

/** Above the document: who was faster, or that it has changed while something was typed. */
export function ChangedNotice({ document, before, isStale, onLoad }: ChangedNoticeProps) {
  const { t, name } = useDetailText()
  if (!before && !isStale) return null
  const actor = before && whoWasFaster(before, document)
  const faster = actor === undefined ? t('changedBySomeone') : t('changed', { name: name(actor.name) })
  return (
    <div className="oa-form-banner" role="status">
      <span>{before ? faster : t('changedElsewhere')}</span>
      {isStale && (
        <span>
          <Button size="small" onClick={onLoad}>{t('load')}</Button>
        </span>
      )}
    </div>
  )
}

/** Returns whoever acted since. */
function whoWasFaster(before: FiledDocument, { processRecord }: FiledDocument) {
  const news = processRecord.find(({ id, operateType }) =>
    operateType !== 'running' && !before.processRecord.some((known) => known.id === id)
  )
  return news?.operator ?? news?.userList[0]
}
