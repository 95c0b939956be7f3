import { CopyOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button, Tabs } from 'antd'
import { useEffect, useState } from 'react'
import { may } from '#providers/permissions.ts'
import { canAudit, canRole, canScope } from '#plugins/system/permissions.ts'
import type { Role, RoleDetail } from '#plugins/system/role-wire.ts'
import { BasicsTab } from './BasicsTab.tsx'
import { ColumnsTab } from './ColumnsTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { MemberFaces } from './MemberFaces.tsx'
import { MembersTab } from './MembersTab.tsx'
import { MenuTree } from './permissions/MenuTree.tsx'
import { type OpenGroups, PermissionMatrix } from './permissions/PermissionMatrix.tsx'
import type { Catalogue } from './roles.ts'
import { SaveBar } from './SaveBar.tsx'
import { ScopePanel } from './scopes/ScopePanel.tsx'
import { useRoleText } from './text.ts'
import { TryCard } from './scopes/TryCard.tsx'
import { useRole } from './use-role.ts'

interface RoleEditorProps {
  readonly role: RoleDetail
  readonly all: readonly Role[]
  readonly catalogue: Catalogue
  readonly opening: OpenGroups
  /** Called whenever something is unsaved, or all is saved. */
  onDirty(isDirty: boolean): void
  onCopy(): void
  onRemove(): void
}

/** One role: what it may do, who holds it, how far it sees. */
export function RoleEditor({ role, all, catalogue, opening, onDirty, onCopy, onRemove }: RoleEditorProps) {
  const { t, name } = useRoleText()
  const { groups, menus, resources, roleScopes } = catalogue
  const editing = useRole(role, menus)
  const isDirty = editing.different.length > 0
  useEffect(() => void onDirty(isDirty), [onDirty, isDirty])
  const canEdit = may(canRole.edit)
  const [tab, setTab] = useState('rights')
  const tabs = [
    { key: 'rights', label: t('rights'),
      children: (
        <PermissionMatrix groups={groups} opening={opening} granted={editing.draft.permissions} canEdit={canEdit}
          onChange={(permissions) => editing.change({ permissions })} />
      ) },
    { key: 'menus', label: t('menus'),
      children: (
        <MenuTree menus={menus} groups={groups} granted={editing.draft.permissions} canEdit={canEdit}
          onChange={(permissions) => editing.change({ permissions })} />
      ) },
    { key: 'columns', label: t('columns'), children: <ColumnsTab editing={editing} canEdit={canEdit} /> },
    { key: 'members', label: `${t('members')} ${role.members}`,
      children: <MembersTab editing={editing} scopes={roleScopes} canEdit={canEdit} /> },
    { key: 'basics', label: t('basics'), children: <BasicsTab editing={editing} canEdit={canEdit} /> },
    ...(may(canAudit.view) ? [{ key: 'history', label: t('history'), children: <HistoryTab role={role.id} /> }] : []),
  ]
  return (
    <div className="oa-role">
      <div className="oa-role-main">
        <header>
          <h2>{name(role.name)}</h2>
          <code>{role.key}</code>
          <MemberFaces role={role} onOpen={() => setTab('members')} />
          {may(canRole.add) && <Button icon={<CopyOutlined aria-hidden />} onClick={onCopy}>{t('copy')}</Button>}
          {may(canRole.delete) && !role.builtIn && (
            <Button danger icon={<DeleteOutlined aria-hidden />} onClick={onRemove}>{t('remove')}</Button>
          )}
        </header>
        <Tabs activeKey={tab} items={tabs} onChange={setTab} />
      </div>
      <aside className="oa-role-rail" aria-label={t('scope')}>
        <ScopePanel editing={editing} resources={resources} canEdit={may(canScope.edit)} />
        {may(canScope.view) && <TryCard all={all} />}
      </aside>
      {(canEdit || may(canScope.edit)) && <SaveBar editing={editing} groups={groups} resources={resources} />}
    </div>
  )
}
