import { useCallback } from 'react'
import { isFailure } from '#providers/failure.ts'
import type { Ask } from '#shell/dialogs/Questions.tsx'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import type { ActionContext } from '../action-context.ts'
import type { TimelineRecord } from './record.ts'
import { useRailText } from './text.ts'

/** Takes a comment back, or out of a line one of its files. */
export type Remove = (record: TimelineRecord, file?: string) => void

/** Takes back what somebody said or added themselves, once they have confirmed it; a refusal of the server is shown. */
export function useRemoval(context: ActionContext): Remove {
  const dialogs = useDialogs()
  const { t } = useRailText()
  return useCallback((record, file) => {
    const words = file === undefined
      ? { title: t('removeAsk'), content: t('removeNote'), failed: t('notRemoved') }
      : { title: t('removeFileAsk'), content: t('removeFileNote'), failed: t('fileNotRemoved') }
    const call = () => (file === undefined
      ? context.call('/workflow/wf/processInstance/comment/delete', { recordId: record.id }, 'keep')
      : context.removeFile(record.id, file))
    const remove = (ask: Ask) =>
      call().then(
        () => undefined,
        (error: unknown) => void ask.error({ title: isFailure(error) ? error.message : words.failed, okText: t('keep') }),
      )
    const open = async () => {
      const ask = await dialogs()
      ask.confirm({
        title: words.title,
        content: words.content,
        okText: t('remove'),
        cancelText: t('keep'),
        okButtonProps: { danger: true },
        autoFocusButton: 'cancel',
        onOk: () => remove(ask),
      })
    }
    void open()
  }, [dialogs, context, t])
}
