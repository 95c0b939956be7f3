import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { StateView } from '#shell/states/StateView.tsx'
import type { Role } from '#plugins/system/role-wire.ts'
import { useRoleText } from './text.ts'

interface RoleListProps {
  readonly all: readonly Role[]
  readonly chosen: string | undefined
  onChoose(id: string): void
  /** Absent where the reader may add none. */
  readonly onAdd: (() => void) | undefined
}

/** The roles, found by name in either language or by their characters; a choice where there is no room for a list. */
export function RoleList({ onAdd, ...choice }: RoleListProps) {
  const { t } = useRoleText()
  const isMobile = useIsMobile()
  return (
    <section className="oa-roles-list">
      <header>
        <h1>
          {t('title')} <small className="num">{choice.all.length}</small>
        </h1>
        {onAdd && <Button type="text" icon={<PlusOutlined aria-hidden />} aria-label={t('add')} data-tip={t('add')} onClick={onAdd} />}
      </header>
      {isMobile ? <RoleSelect {...choice} /> : <RoleNav {...choice} />}
    </section>
  )
}

type ChoiceProps = Omit<RoleListProps, 'onAdd'>

function RoleNav({ all, chosen, onChoose }: ChoiceProps) {
  const { t, name } = useRoleText()
  const [keyword, setKeyword] = useState('')
  const found = all.filter((role) => `${role.name} ${role.key}`.toLowerCase().includes(keyword.trim().toLowerCase()))
  return (
    <nav aria-label={t('roles')}>
      <Input allowClear prefix={<SearchOutlined aria-hidden />} aria-label={t('search')} placeholder={t('search')} value={keyword}
        maxLength={60} onChange={({ target }) => setKeyword(target.value)} />
      {found.length === 0 && <StateView illustration="search" role="status" title={t('none')} />}
      <ul>
        {found.map((role) => (
          <li key={role.id}>
            <button type="button" className="plain" aria-current={role.id === chosen ? 'true' : undefined}
              onClick={() => onChoose(role.id)}
            >
              <span className="cut">{name(role.name)}</span>
              {!role.enable && <em>{t('off')}</em>}
              <span className="num">
                <span className="unseen">{t('members')}{' '}</span>
                {role.members}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function RoleSelect({ all, chosen, onChoose }: ChoiceProps) {
  const { t, name } = useRoleText()
  return (
    <Select showSearch className="oa-roles-select" aria-label={t('roles')} value={chosen} optionFilterProp="label"
      options={all.map((role) => ({ value: role.id, label: name(role.name) }))} onChange={onChoose} />
  )
}
