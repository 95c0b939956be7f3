import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import type { UpdateEntry } from '#plugins/system/update-wire.ts'
import { updatePath, updates, useUpdateText } from './updates.ts'

export interface EntryActs {
  publish(entry: UpdateEntry): Promise<unknown>
  withdraw(entry: UpdateEntry): Promise<unknown>
  remove(entry: UpdateEntry): Promise<unknown>
}

/** The actions on an entry; those that everybody sees, or nobody any more, are asked first. The client says why one was refused. */
export function useActs(): EntryActs {
  const { t } = useUpdateText()
  const { run } = useCommand({ touches: [[updates]] })
  const dialogs = useDialogs()
  const show = ({ id, revision }: UpdateEntry, published: boolean) =>
    run((http) => http.put(`${updatePath}/${id}/publish`, { published, revision }))
  return {
    async publish(entry) {
      const { confirm } = await dialogs()
      confirm({ title: t('publishAsk', { version: entry.version }), content: t('publishText'), okText: t('publish'),
        cancelText: t('cancel'), onOk: () => show(entry, true) })
    },
    withdraw: (entry) => show(entry, false),
    async remove(entry) {
      const { confirm } = await dialogs()
      confirm({
        title: t('removeAsk', { version: entry.version }),
        content: t('removeText'),
        okText: t('remove'),
        okButtonProps: { danger: true },
        cancelText: t('cancel'),
        autoFocusButton: 'cancel',
        onOk: () => run((http) => http.delete(`${updatePath}/${entry.id}`)),
      })
    },
  }
}
