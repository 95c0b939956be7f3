import { ReloadOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useConfirm } from '#shell/dialogs/dialogs-context.tsx'
import { documentQueries } from '../refresh.ts'
import { useDetailText } from '../text.ts'

/** Polling interval of the service task, in ms. */
const poller = 2_000

/** A notice about the service task at the current node: in progress, no answer, or refused. */
export function ServiceTaskNotice({ document: { serviceTask, procInstId } }: { document: FiledDocument }) {
  const { t } = useDetailText()
  useLook(serviceTask)
  if (!serviceTask) return null
  const look = serviceTask.state === 'failed'
    ? { className: 'oa-form-banner is-wrong', role: 'alert' }
    : { className: 'oa-form-banner', role: 'status' }
  return (
    <div {...look}>
      <span>{serviceTask.text || t(serviceTask.state === 'unknown' ? 'serviceTaskUnknown' : 'serviceTaskWaits')}</span>
      {serviceTask.mayRetry && (
        <span>
          <RetryButton document={procInstId} />
        </span>
      )}
    </div>
  )
}

/** Polls while the service task is in progress. */
function useLook(serviceTask: FiledDocument['serviceTask']): void {
  const client = useQueryClient()
  const isOut = serviceTask?.state === 'waiting' || serviceTask?.state === 'working'
  useEffect(() => {
    if (!isOut) return undefined
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: ['document'] }), poller)
    return () => clearInterval(timer)
  }, [client, isOut])
}

function RetryButton({ document }: { document: string }) {
  const { t } = useDetailText()
  const confirm = useConfirm()
  const { run, isPending } = useCommand({ touches: documentQueries })
  const retry = () => run((http) => http.post('/workflow/serviceTask/retry', { procInstId: document }), { success: t('serviceTaskDone') })
  return (
    <Button size="small" icon={<ReloadOutlined aria-hidden />} loading={isPending}
      onClick={() => void confirm({ title: t('serviceTaskAsk'), okText: t('serviceTaskRetry'), onOk: () => void retry() })}
    >
      {t('serviceTaskRetry')}
    </Button>
  )
}
