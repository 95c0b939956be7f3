import { useInvalidate } from '@refinedev/core'
import { Switch } from 'antd'
import { useState } from 'react'
import { callsOf } from '#providers/calls.ts'
import { may } from '#providers/permissions.ts'
import type { Resource } from '#kernel/resource.ts'
import { type CommandOutcome, useCommand } from '../command/use-command.ts'
import { useText } from '../text.tsx'
import { nameOfRecord, refineName, type StoredRecord } from './record.ts'

/** Enables or disables a record for pickers, with undo; plain text without the permission. */
export function EnableSwitch({ resource, record }: { resource: Resource; record: StoredRecord }) {
  const { t } = useText()
  const invalidate = useInvalidate()
  const { run, isPending } = useCommand()
  const [target, setTarget] = useState(false)
  const isOn = isPending ? target : record[resource.enable ?? ''] === true
  const needed = resource.can.enable ?? resource.can.edit
  if (needed === undefined || !may(needed)) return isOn ? t('resource.yes') : t('resource.no')

  const name = nameOfRecord(resource, record)
  // on undo the row may be unmounted; the list is refreshed either way
  const write = async (enable: boolean, outcome?: Pick<CommandOutcome<void>, 'success' | 'undo'>) => {
    setTarget(enable)
    await run(async (http) => {
      await http.put(`${callsOf(resource).enable(record.id)}?enable=${enable}`)
      await invalidate({ resource: refineName(resource), invalidates: ['list'] })
    }, outcome)
  }
  const change = (enable: boolean) =>
    write(enable, { success: t(enable ? 'resource.nowEnabled' : 'resource.nowDisabled', { name }), undo: () => void write(!enable) })
  return (
    <Switch size="small" checked={isOn} loading={isPending} onChange={(enable) => void change(enable)}
      aria-label={t('resource.enableName', { name })} />
  )
}
