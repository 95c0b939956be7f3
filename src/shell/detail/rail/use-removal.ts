import { useCallback } from 'react'
import { isFailure } from '../../../../providers/failure.ts'
import type { Ask } from '../../dialogs/Questions.tsx'
import { useDialogs } from '../../dialogs/dialogs-context.tsx'
import type { Doing } from '../doing.ts'
import type { TimelineRecord } from './record.ts'
import { useRailText } from './text.ts'

/** Takes a comment back, once its author has confirmed it; what the server refuses is told. */
export function useRemoval(doing: Doing): (record: TimelineRecord) => void {
  const dialogs = useDialogs()
  const { t } = useRailText()
  return useCallback((record) => {
    const remove = (ask: Ask) => doing.call('/workflow/wf/processInstance/comment/delete', { recordId: record.id }, 'keep').then(
      () => undefined,
      (error: unknown) => void ask.error({ title: isFailure(error) ? error.message : t('notRemoved'), okText: t('keep') }),
    )
    const open = async () => {
      const ask = await dialogs()
      ask.confirm({
        title: t('removeAsk'), content: t('removeNote'), okText: t('remove'), cancelText: t('keep'), okButtonProps: { danger: true }, autoFocusButton: 'cancel',
        onOk: () => remove(ask),
      })
    }
    void open()
  }, [dialogs, doing, t])
}
