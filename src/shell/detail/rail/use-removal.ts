import { useCallback } from 'react'
import type { TimelineRecord } from '#approval/wire/timeline.ts'
import { isFailure } from '#providers/failure.ts'
import { type Command, useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import type { ActionContext } from '../actions/action-context.ts'
import { useRailText } from './text.ts'

/** Takes a comment back, or out of a line one of its files. */
export type Remove = (record: TimelineRecord, file?: string) => void

/** Takes back what somebody said or added themselves, once they have confirmed it; a refusal of the server is shown. */
export function useRemoval(context: ActionContext): Remove {
  const dialogs = useDialogs()
  const { t } = useRailText()
  const { run: runOfComment } = useCommandWithDialog(t('notRemoved'))
  const { run: runOfFile } = useCommandWithDialog(t('fileNotRemoved'))
  return useCallback((record, file) => {
    const words = file === undefined
      ? { title: t('removeAsk'), content: t('removeNote') }
      : { title: t('removeFileAsk'), content: t('removeFileNote') }
    const remove = () => (file === undefined
      ? runOfComment(() => context.call('/workflow/wf/processInstance/comment/delete', { recordId: record.id }, 'keep'))
      : runOfFile(() => context.removeFile(record.id, file)))
    const open = async () => {
      const ask = await dialogs()
      ask.confirm({
        title: words.title,
        content: words.content,
        okText: t('remove'),
        cancelText: t('keep'),
        okButtonProps: { danger: true },
        autoFocusButton: 'cancel',
        onOk: remove,
      })
    }
    void open()
  }, [dialogs, context, t, runOfComment, runOfFile])
}

/** A command that shows a refusal in a dialog of its own. */
function useCommandWithDialog(failed: string): Command {
  const dialogs = useDialogs()
  const { t } = useRailText()
  const showError = async (title: string) => {
    const ask = await dialogs()
    ask.error({ title, okText: t('keep') })
  }
  return useCommand({ unexplained: failed, refused: (error) => {
    void showError(isFailure(error) ? error.message : failed)
    return true
  } })
}
