import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Switch } from 'antd'
import { type ReactNode, useState } from 'react'
import { inSentence } from '#kernel/wording/label.ts'
import type { Resource } from '#kernel/resource.ts'
import { may } from '#providers/permissions.ts'
import { callsOf } from '#providers/data.ts'
import { useDialogs } from '../dialogs/dialogs-context.tsx'
import { MenuButton } from '../floating/Floating.tsx'
import { useText } from '../text.tsx'
import { nameOfRecord, type StoredRecord } from './record.ts'
import { useRecordChanges } from './record-changes.tsx'
import { type CommandOutcome, useCommand } from '../command/use-command.ts'

interface RowActionsProps {
  readonly resource: Resource
  readonly record: StoredRecord
  /** Absent without the permission. */
  onEdit?: () => void
  readonly more?: ReactNode
  /** The record cannot be deleted. */
  readonly isKept?: boolean
  /** Edit and delete are in a menu, on a small screen. @default false */
  readonly isFolded?: boolean
}

/** The actions of a record that the person has permission for: edit, delete with confirmation, and more. */
export function RowActions({ resource, record, onEdit, more, isKept = false, isFolded = false }: RowActionsProps) {
  const { t, label } = useText()
  const dialogs = useDialogs()
  const { remove: removeRecord } = useRecordChanges()
  const name = nameOfRecord(resource, record)

  const askToDelete = async () => {
    const ask = await dialogs()
    ask.confirm({
      title: t('resource.deleteAsk', { name: inSentence(label(resource.singular)) }),
      content: t('resource.deleteText', { name }),
      okText: t('resource.delete'),
      okButtonProps: { danger: true },
      cancelText: t('resource.cancel'),
      autoFocusButton: 'cancel',
      onOk: () => removeRecord(resource, record.id),
    })
  }

  const edit = onEdit && { key: 'edit', label: t('resource.edit'), choose: onEdit }
  const remove = mayDelete(resource, isKept) && { key: 'delete', label: t('resource.delete'), choose: () => void askToDelete() }
  const items = [edit, remove].flatMap((item) => item || [])
  return (
    <span className="oa-row-actions nowrap">
      {more}
      {isFolded && items.length > 0 && (
        <MenuButton className="oa-row-fold second" name={`${t('resource.actions')} ${name}`} side="below-end"
          sections={[{ key: 'row', items }]}
        >
          <EllipsisOutlined aria-hidden />
        </MenuButton>
      )}
      {!isFolded &&
        items.map(({ key, label: text, choose }) => (
          <Button key={key} type="link" size="small" danger={key === 'delete'} onClick={choose}
            aria-label={key === 'edit' ? t('resource.editTitle', { name }) : `${text} ${name}`}
          >
            {text}
          </Button>
        ))}
    </span>
  )
}

const mayDelete = ({ can }: Resource, isKept: boolean): boolean => !isKept && can.delete !== undefined && may(can.delete)

/** Enables or disables a record for pickers, with undo; plain text without the permission. */
export function EnableSwitch({ resource, record }: { resource: Resource; record: StoredRecord }) {
  const { t } = useText()
  const { refresh } = useRecordChanges()
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
      await refresh(resource)
    }, outcome)
  }
  const change = (enable: boolean) =>
    write(enable, { success: t(enable ? 'resource.nowEnabled' : 'resource.nowDisabled', { name }), undo: () => void write(!enable) })
  return (
    <Switch size="small" checked={isOn} loading={isPending} onChange={(enable) => void change(enable)}
      aria-label={t('resource.enableName', { name })} />
  )
}
