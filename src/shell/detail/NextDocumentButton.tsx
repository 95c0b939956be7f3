import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { isFailure } from '#providers/failure.ts'
import { useBackend } from '../backend.ts'
import { reads, useRead } from '../start/reads.ts'
import type { FiledDocument } from './document.ts'
import { useDetailText } from './text.ts'

/** Opens the claim of a completed document, with the document linked already. */
export function NextDocumentButton({ document: { onward: next, procInstId } }: { document: FiledDocument }) {
  const { t, label } = useDetailText()
  const { http, reactions } = useBackend()
  const navigate = useNavigate()
  const processes = useRead(reads.processes)
  const [isAsking, setIsAsking] = useState(false)
  if (!next) return null

  const open = async () => {
    setIsAsking(true)
    try {
      const { target } = await http.get<{ target: string }>(`/workflow/canReimburse/${encodeURIComponent(procInstId)}`, {}, { quiet: true })
      const path = processes?.find(({ key }) => key === target)?.path
      if (path) void navigate(`${path}?${new URLSearchParams({ [next.link]: procInstId })}`)
      else reactions.notify({ kind: 'refused', text: t('noClaimFunction') })
    } catch (error) {
      reactions.notify({ kind: 'refused', text: isFailure(error) ? error.message : t('notDone') })
    } finally {
      setIsAsking(false)
    }
  }
  return <Button type="primary" loading={isAsking} onClick={() => void open()}>{label(next)}</Button>
}
