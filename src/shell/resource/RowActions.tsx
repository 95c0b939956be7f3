import { useDelete } from '@refinedev/core'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { inSentence } from '#kernel/wording/in-sentence.ts'
import { may } from '#providers/permissions.ts'
import type { Resource } from '#kernel/resource.ts'
import { useDialogs } from '../dialogs/dialogs-context.tsx'
import { useText } from '../text.tsx'
import { nameOfRecord, refineName, type StoredRecord } from './record.ts'

interface RowActionsProps {
  readonly resource: Resource
  readonly record: StoredRecord
  /** Absent for those who may not. */
  onEdit?: () => void
  readonly more?: ReactNode
  /** This record is never deleted, whoever asks. */
  readonly isKept?: boolean
}

/** The actions of a record's row, as far as the person has the rights: edit, delete after a question, and more. */
export function RowActions({ resource, record, onEdit, more, isKept = false }: RowActionsProps) {
  const { t, label } = useText()
  const dialogs = useDialogs()
  const { mutateAsync } = useDelete()
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
      onOk: () =>
        mutateAsync({ resource: refineName(resource), id: record.id, successNotification: false, errorNotification: false }).catch(() =>
          undefined
        ),
    })
  }

  return (
    <span className="oa-row-actions">
      {more}
      {onEdit && (
        <Button type="link" size="small" onClick={onEdit} aria-label={t('resource.editTitle', { name })}>{t('resource.edit')}</Button>
      )}
      {!isKept && resource.can.delete !== undefined && may(resource.can.delete) && (
        <Button type="link" danger size="small" onClick={() => void askToDelete()} aria-label={`${t('resource.delete')} ${name}`}>
          {t('resource.delete')}
        </Button>
      )}
    </span>
  )
}
