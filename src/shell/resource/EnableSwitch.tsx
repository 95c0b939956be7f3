import { useInvalidate } from '@refinedev/core'
import { Switch } from 'antd'
import { useState } from 'react'
import { callsOf } from '#providers/calls.ts'
import { may } from '#providers/permissions.ts'
import type { Resource } from '#kernel/resource.ts'
import { useBackend } from '../backend.ts'
import { useText } from '../text.tsx'
import { nameOfRecord, refineName, type StoredRecord } from './record.ts'

/** Takes a record out of the pickers and back, and offers to undo that; words for those who may not. */
export function EnableSwitch({ resource, record }: { resource: Resource; record: StoredRecord }) {
  const { t } = useText()
  const { http, reactions } = useBackend()
  const invalidate = useInvalidate()
  const [pending, setPending] = useState<boolean>()
  const isOn = pending ?? record[resource.enable ?? ''] === true
  const needed = resource.can.enable ?? resource.can.edit
  if (needed === undefined || !may(needed)) return isOn ? t('resource.yes') : t('resource.no')

  const name = nameOfRecord(resource, record)
  const write = async (enable: boolean) => {
    await http.put(`${callsOf(resource).enable(record.id)}?enable=${enable}`)
    await invalidate({ resource: refineName(resource), invalidates: ['list'] })
  }
  const change = async (enable: boolean) => {
    setPending(enable)
    try {
      await write(enable)
      // the row may be gone by then: the list shows what holds
      reactions.notify({ kind: 'success', text: t(enable ? 'resource.nowEnabled' : 'resource.nowDisabled', { name }), undo: () => void write(!enable).catch(() => undefined) })
    } catch {
      // The client has said why; the switch goes back to what holds.
    } finally {
      setPending(undefined)
    }
  }
  return <Switch size="small" checked={isOn} loading={pending !== undefined} onChange={(enable) => void change(enable)} aria-label={t('resource.enableName', { name })} />
}
