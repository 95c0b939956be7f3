import { ReloadOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useEffect, useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import { useBackend } from '../backend.ts'
import type { FiledDocument } from './document.ts'
import { refreshDocuments } from './refresh.ts'
import { useDetailText } from './text.ts'

/** How often it is looked whether the system has done its part, ms. */
const pulse = 2_000

/** What the system does itself at the document's node: that it is at it, that nobody answers, or what another system has against it. */
export function ErrandNotice({ document: { errand, procInstId } }: { document: FiledDocument }) {
  const { t } = useDetailText()
  useLook(errand)
  if (!errand) return null
  const look = errand.state === 'failed' ? { className: 'oa-form-banner is-wrong', role: 'alert' } : { className: 'oa-form-banner', role: 'status' }
  return (
    <div {...look}>
      <span>{errand.text || t(errand.state === 'unknown' ? 'errandUnknown' : 'errandWaits')}</span>
      {errand.mayRetry && <span><RetryButton document={procInstId} /></span>}
    </div>
  )
}

/** Looks again and again while the system is at it. */
function useLook(errand: FiledDocument['errand']): void {
  const client = useQueryClient()
  const isOut = errand?.state === 'waiting' || errand?.state === 'working'
  useEffect(() => {
    if (!isOut) return undefined
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: ['document'] }), pulse)
    return () => clearInterval(timer)
  }, [client, isOut])
}

function RetryButton({ document }: { document: string }) {
  const { t } = useDetailText()
  const { http, reactions } = useBackend()
  const { modal } = App.useApp()
  const client = useQueryClient()
  const [isSending, setIsSending] = useState(false)
  const retry = async () => {
    setIsSending(true)
    try {
      await http.post('/workflow/errand/retry', { procInstId: document }, { quiet: true })
      reactions.tell({ kind: 'success', text: t('errandDone') })
    } catch (error) {
      reactions.tell({ kind: 'warning', text: isFailure(error) ? error.message : t('notDone') })
    } finally {
      setIsSending(false)
      refreshDocuments(client)
    }
  }
  return <Button size="small" icon={<ReloadOutlined aria-hidden />} loading={isSending} onClick={() => void modal.confirm({ title: t('errandAsk'), onOk: () => void retry() })}>{t('errandRetry')}</Button>
}
