import { CopyOutlined, DeleteOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Tabs, Checkbox, Input, Tree } from 'antd'
import { useEffect, useState, useMemo } from 'react'
import { useQuery, useInfiniteQuery } from '@tanstack/react-query'
import { may } from '#providers/permissions.ts'
import { canAudit, canRole, canScope } from '#plugins/system/permissions.ts'
import type { Role, RoleDetail, PermissionGroup, RoleMenu } from '#plugins/system/role-wire.ts'
import { useHttp } from '#shell/backend.ts'
import { Initial } from '#shell/parts/Person.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import { everything } from '#kernel/permissions.ts'
import { BasicsTab } from './BasicsTab.tsx'
import { ColumnsTab } from './ColumnsTab.tsx'
import { MembersTab } from './MembersTab.tsx'
import { type OpenGroups, PermissionMatrix } from './permissions/PermissionMatrix.tsx'
import { type Catalogue, membersQuery } from './roles.ts'
import { SaveBar } from './SaveBar.tsx'
import { ScopePanel } from './scopes/ScopePanel.tsx'
import { useRoleText } from './text.ts'
import { TryCard } from './scopes/TryCard.tsx'
import { useRole } from './use-role.ts'
import { linesQuery } from '../audit/audit.ts'
import { AuditTable } from '../audit/AuditTable.tsx'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'
import { allGrants, grantsLike, grantsOf, type MenuGrant, withGrant } from './permissions/menu-tree.ts'
import { tickedOf } from './permissions/permission-tree.ts'
import '../audit/audit.css'

interface RoleEditorProps {
  readonly role: RoleDetail
  readonly all: readonly Role[]
  readonly catalogue: Catalogue
  readonly opening: OpenGroups
  /** Reports whether there are unsaved changes. */
  onDirty(isDirty: boolean): void
  onCopy(): void
  onRemove(): void
}

/** Editor of a role: rights, menu, members, columns and data scopes. */
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

/** Maximum number of avatars. */
const size = 3

/** Avatars of the first members and the total number; opens the list of members. */
function MemberFaces({ role, onOpen }: { role: RoleDetail; onOpen(): void }) {
  const { t, name } = useRoleText()
  const { data } = useQuery(membersQuery(useHttp(), role.id, { current: 1, size }))
  return (
    <span className="oa-role-faces">
      {data?.records.map((member) => (
        <span key={member.id} data-tip={name(member.name)}>
          <Initial id={member.id} name={member.name} />
        </span>
      ))}
      <Button type="link" size="small" onClick={onOpen}>{t('memberCount', { count: role.members })}</Button>
    </span>
  )
}

/** Changes of the role from the audit log, newest first. */
function HistoryTab({ role }: { role: string }) {
  const { t } = useRoleText()
  const answer = useInfiniteQuery(linesQuery(useHttp(), { resource: ['role', 'dataScope'], resourceId: role }))
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <RowsSkeleton columns={['20%', '20%', '40%']} />
  const lines = answer.data.pages.flatMap(({ records }) => records)
  if (lines.length === 0) return <StateView illustration="empty" role="status" title={t('noHistory')} />
  return (
    <>
      <AuditTable lines={lines} isOfOne />
      {answer.hasNextPage && (
        <Button loading={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>{t('moreHistory')}</Button>
      )}
    </>
  )
}

interface MenuTreeProps {
  readonly menus: readonly RoleMenu[]
  readonly groups: readonly PermissionGroup[]
  readonly granted: ReadonlySet<string>
  readonly canEdit: boolean
  onChange(granted: ReadonlySet<string>): void
}

/** Menu tree of a role: ticking a page or button grants its permission; ancestors are checked or half-checked accordingly. */
function MenuTree({ menus, groups, granted, canEdit, onChange }: MenuTreeProps) {
  const { t, label } = useRoleText()
  const [keyword, setKeyword] = useState('')
  const grants = useMemo(() => grantsOf(menus, { cn: cn.view, en: en.view }), [menus])
  const [expanded, setExpanded] = useState<readonly string[]>(() => grants.map(({ key }) => key))
  const shown = grantsLike(grants, keyword)
  const nodes = allGrants(shown)
  const isSearching = keyword.trim() !== ''
  const isOpen = canEdit && !granted.has(everything)
  const all: MenuGrant = { key: '', label: { cn: '', en: '' }, permissions: [...new Set(shown.flatMap(({ permissions }) => permissions))],
    children: [] }
  const ticked = tickedOf(granted, all.permissions)
  const toggle = (grant: MenuGrant) => onChange(withGrant(granted, grant, { give: tickedOf(granted, grant.permissions) !== 'all', groups }))
  const titleOf = (
    grant: MenuGrant,
  ) => (grant.fixed ? `${label(grant.label)} · ${t(grant.fixed === 'everyone' ? 'menuForAll' : 'menuFollows')}` : label(grant.label))
  const nodeOf = (grant: MenuGrant): TreeNode => ({ key: grant.key, title: titleOf(grant), checkable: grant.permissions.length > 0,
    children: grant.children.map(nodeOf) })
  return (
    <div className="oa-role-menus">
      <div className="oa-rights-tools">
        <Input allowClear prefix={<SearchOutlined aria-hidden />} aria-label={t('menuFilter')} placeholder={t('menuFilter')} value={keyword}
          maxLength={60} onChange={({ target }) => setKeyword(target.value)} />
        <span className="oa-role-menus-acts">
          <Checkbox checked={ticked === 'all'} indeterminate={ticked === 'some'} disabled={!isOpen || all.permissions.length === 0}
            onChange={() => toggle(all)}
          >
            {t('menuAll')}
          </Checkbox>
          <Button type="link" size="small" onClick={() => setExpanded(allGrants(grants).map(({ key }) => key))}>{t('expandAll')}</Button>
          <Button type="link" size="small" onClick={() => setExpanded([])}>{t('collapseAll')}</Button>
        </span>
      </div>
      <p className="oa-role-note">{t('menuHint')}</p>
      {shown.length === 0 ?
        <StateView illustration="search" role="status" title={t('noMenu')} /> :
        (
          <Tree checkable checkStrictly selectable={false} disabled={!isOpen} aria-label={t('menus')} treeData={shown.map(nodeOf)}
            expandedKeys={isSearching
              ? nodes.map(({ key }) => key)
              : [...expanded]} onExpand={(keys) => setExpanded(keys.map(String))}
            checkedKeys={{ checked: keysOf(nodes, granted, 'all'), halfChecked: keysOf(nodes, granted, 'some') }}
            onCheck={(_, { node }) => toggle(nodes.find(({ key }) => key === node.key) ?? all)} />
        )}
    </div>
  )
}

interface TreeNode {
  readonly key: string
  readonly title: string
  readonly checkable: boolean
  readonly children: TreeNode[]
}

const keysOf = (nodes: readonly MenuGrant[], granted: ReadonlySet<string>, extent: 'all' | 'some'): string[] =>
  nodes.filter(({ permissions }) => permissions.length > 0 && tickedOf(granted, permissions) === extent).map(({ key }) => key)
