import { Dropdown, type MenuProps } from 'antd'
import { useNavigate } from 'react-router'
import { useBackend } from '../backend.ts'
import { Initial } from '../parts/Person.tsx'
import { splitName } from '../../kernel/names.ts'
import { useKnows } from '../routing/routes-context.ts'
import type { CurrentUser } from '../start/answers.ts'
import { reads, useRead } from '../start/reads.ts'
import { useText, type Text } from '../text.tsx'
import { choose, useAppearance, type Appearance } from '../theme/appearance.ts'

const profile = '/profile'

/** Who is signed in, the two choices of look, and the way out. */
export function UserMenu() {
  const { session } = useBackend()
  const text = useText()
  const user = useRead(reads.user)
  const appearance = useAppearance()
  const navigate = useNavigate()
  const knows = useKnows()
  if (!user) return null

  const items: MenuProps['items'] = [
    { key: 'who', type: 'group', label: <Who user={user} /> },
    { type: 'divider' },
    ...choices(text, appearance),
    { type: 'divider' },
    ...(knows(profile) ? [{ key: 'profile', label: text.t('user.profile'), onClick: () => void navigate(profile) }] : []),
    { key: 'out', label: text.t('user.signOut'), onClick: () => void session.signOut() },
  ]
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items, selectedKeys: [appearance.scheme, appearance.density], className: 'oa-user-menu' }}>
      <button type="button" className="plain oa-tool oa-avatar" aria-label={text.t('user.menu', { name: text.name(user.name) })}>
        <Initial id={user.id} name={user.name} size={28} />
      </button>
    </Dropdown>
  )
}

function Who({ user }: { user: CurrentUser }) {
  const { name } = useText()
  const { cn, en } = splitName(user.name)
  return (
    <div className="oa-who">
      <Initial id={user.id} name={user.name} size={36} />
      <div>
        <strong>{cn}{en !== cn && <span>{en}</span>}</strong>
        <p>{[name(user.mainDepartment?.name), user.jobNumber ?? user.userName].filter(Boolean).join(' · ')}</p>
      </div>
    </div>
  )
}

const choices = ({ t }: Text, { scheme, density }: Appearance): NonNullable<MenuProps['items']> => [
  {
    key: 'theme',
    type: 'group',
    label: t('theme.name'),
    children: (['light', 'dark', 'system'] as const).map((key) => ({
      key, label: t(`theme.${key}`), onClick: () => choose({ scheme: key }), 'aria-checked': key === scheme,
    })),
  },
  {
    key: 'density',
    type: 'group',
    label: t('density.name'),
    children: (['standard', 'compact'] as const).map((key) => ({
      key, label: t(`density.${key}`), onClick: () => choose({ density: key }), 'aria-checked': key === density,
    })),
  },
]
