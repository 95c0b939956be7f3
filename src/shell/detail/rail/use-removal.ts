import { useCallback } from 'react'
import { useDialogs } from '../../dialogs/dialogs-context.tsx'
import type { Doing } from '../doing.ts'
import type { TimelineRecord } from './record.ts'
import { useRailText } from './text.ts'

/** Takes a comment back, once its author has confirmed it; what the server refuses is told there. */
export function useRemoval(doing: Doing): (record: TimelineRecord) => void {
  const dialogs = useDialogs()
  const { t } = useRailText()
  return useCallback((record) => {
    const open = async () => void (await dialogs()).confirm({
      title: t('removeAsk'), content: t('removeNote'), okText: t('remove'), cancelText: t('keep'), okButtonProps: { danger: true }, autoFocusButton: 'cancel',
      onOk: () => doing.call('/workflow/wf/processInstance/comment/delete', { recordId: record.id }, 'keep').then(() => undefined),
    })
    void open()
  }, [dialogs, doing, t])
}
