import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { useBackend } from '../../backend.ts'
import { useCommand } from '../../command/use-command.ts'
import { reads, useRead } from '../../start/reads.ts'
import { useDetailText } from '../text.ts'

/** Opens the claim of a completed document, with the document linked already. */
export function NextDocumentButton({ document: { onward: next, procInstId } }: { document: FiledDocument }) {
  const { t, label } = useDetailText()
  const { reactions } = useBackend()
  const navigate = useNavigate()
  const processes = useRead(reads.processes)
  const { run, isPending } = useCommand()
  if (!next) return null

  const open = () =>
    run((http) => http.get<{ target: string }>(`/workflow/canReimburse/${encodeURIComponent(procInstId)}`), ({ target }) => {
      const path = processes?.find(({ key }) => key === target)?.path
      if (path) void navigate(`${path}?${new URLSearchParams({ [next.link]: procInstId })}`)
      else reactions.notify({ kind: 'refused', text: t('noClaimFunction') })
    })
  return <Button type="primary" loading={isPending} onClick={() => void open()}>{label(next)}</Button>
}
