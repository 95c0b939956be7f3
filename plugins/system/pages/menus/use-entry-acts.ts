import { useState } from 'react'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import type { MenuNode } from '#plugins/system/menu-wire.ts'
import type { TreeMove } from '../tree/moves.ts'
import { entriesIn, path, menuQueries } from './calls.ts'
import { useMenuText } from './text.ts'

/** Moves, switches and deletes entries; the client shows why something is refused. */
export function useEntryActs(tree: readonly MenuNode[], onRemoved: () => void) {
  const { t, locale } = useMenuText()
  const { run } = useCommand({ touches: menuQueries })
  const dialogs = useDialogs()
  const [announcement, setAnnouncement] = useState('')
  const nameOf = (entry: MenuNode | undefined) => (locale === 'cn' ? entry?.name : entry?.nameEn) ?? ''

  const move = (order: TreeMove) => {
    const name = nameOf(entriesIn(tree).find(({ id }) => id === order.id))
    void run((http) => http.put(`${path}/sort`, order), () => setAnnouncement(t('moved', { name })))
  }
  const turn = ({ id, enable }: MenuNode) => void run((http) => http.put(`${path}/${id}/enable`, { enable: !enable }))
  const remove = async (entry: MenuNode) => {
    const ask = await dialogs()
    ask.confirm({
      title: t('removeTitle', { name: nameOf(entry) }),
      content: t('removeText'),
      okText: t('remove'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      autoFocusButton: 'cancel',
      onOk: () => run((http) => http.delete(`${path}/${entry.id}`), onRemoved),
    })
  }
  return { move, turn, remove, announcement }
}
