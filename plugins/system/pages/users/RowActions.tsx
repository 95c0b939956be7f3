import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { may } from '#providers/permissions.ts'
import { useAdministersFlows } from '#shell/start/administers-flows.ts'
import { canUser } from '#plugins/system/permissions.ts'
import { useUserText } from './text.ts'
import type { UserAnswer } from '#plugins/system/user-wire.ts'

export interface UserActions {
  edit(user: UserAnswer): void
  disable(user: UserAnswer): void
  enable(user: UserAnswer): void
  reset(user: UserAnswer): void
  handOver(user: UserAnswer): void
  remove(user: UserAnswer): void
}

/** The actions on one account. */
export function RowActions({ user, actions }: { user: UserAnswer; actions: UserActions }) {
  const { t, name } = useUserText()
  const called = name(user.name)
  const items = useMenu(user, actions)
  return (
    <span className="oa-row-actions">
      {may(canUser.edit) && (
        <Button type="link" size="small" aria-label={t('editTitle', { name: called })} onClick={() => actions.edit(user)}>
          {t('edit')}
        </Button>
      )}
      {items.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items }}>
          <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${t('more')} ${called}`} data-tip={t('more')} />
        </Dropdown>
      )}
    </span>
  )
}

/** The rarer actions, as far as the reader may take them. */
function useMenu(user: UserAnswer, actions: UserActions) {
  const { t } = useUserText()
  const canHandOver = useAdministersFlows()
  const isOn = user.enable === 1
  return [
    // Beside the menu as well, where it is pointed at; a finger finds it here.
    may(canUser.edit) && { key: 'edit', label: t('edit'), onClick: () => actions.edit(user) },
    may(canUser.edit) && { key: 'reset', label: t('resetPassword'), onClick: () => actions.reset(user) },
    canHandOver && { key: 'handOver', label: t('handOver'), onClick: () => actions.handOver(user) },
    may(canUser.enable) &&
    { key: 'enable', label: t(isOn ? 'disable' : 'enable'), danger: isOn,
      onClick: () => (isOn ? actions.disable(user) : actions.enable(user)) },
    may(canUser.delete) && user.lastLogin === null &&
    { key: 'remove', label: t('remove'), danger: true, onClick: () => actions.remove(user) },
  ].filter((item) => item !== false)
}
