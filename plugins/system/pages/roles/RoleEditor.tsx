import { CopyOutlined, DeleteOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, InputNumber, Popover, Switch, Tabs, Tree } from 'antd'
import { useEffect, useId, useMemo, useState } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { everything } from '#kernel/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { Initial } from '#shell/parts/Person.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { usePeople } from '#shell/start/directory.ts'
import { may } from '#providers/permissions.ts'
import { canAudit, canRole, canScope } from '#plugins/system/permissions.ts'
import type { PermissionGroup, Role, RoleDetail, RoleMenu } from '#plugins/system/access-wire.ts'
import { ColumnsTab } from './ColumnsTab.tsx'
import { MembersTab } from './MembersTab.tsx'
import { type OpenGroups, PermissionMatrix, useActionText } from './permissions/PermissionMatrix.tsx'
import { type Catalogue, columnsQuery, membersQuery, useRoleText } from './roles.ts'
import { ScopePanel, TryCard } from './scopes/ScopeCards.tsx'
import { type RoleDifference, type RoleEditing, useRole } from './draft.ts'
import { AuditTable, linesQuery } from '../audit/AuditTable.tsx'
import { cn, en } from './texts.ts'
import { allGrants, grantsLike, grantsOf, type MenuGrant, tickedOf, withGrant } from './permissions/permission-tree.ts'
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
    <div className="oa-role grid low narrow">
      <div className="oa-role-main stack low narrow">
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
      <aside className="oa-role-rail subtle line-left low scroll" aria-label={t('scope')}>
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
    <span className="oa-role-faces row grow to-end">
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
      <div className="oa-rights-tools row wrap between">
        <Input allowClear prefix={<SearchOutlined aria-hidden />} aria-label={t('menuFilter')} placeholder={t('menuFilter')} value={keyword}
          maxLength={60} onChange={({ target }) => setKeyword(target.value)} />
        <span className="row gap-4">
          <Checkbox checked={ticked === 'all'} indeterminate={ticked === 'some'} disabled={!isOpen || all.permissions.length === 0}
            onChange={() => toggle(all)}
          >
            {t('menuAll')}
          </Checkbox>
          <Button type="link" size="small" onClick={() => setExpanded(allGrants(grants).map(({ key }) => key))}>{t('expandAll')}</Button>
          <Button type="link" size="small" onClick={() => setExpanded([])}>{t('collapseAll')}</Button>
        </span>
      </div>
      <p className="oa-role-note muted">{t('menuHint')}</p>
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

/** Name and order of a role. */
function BasicsTab({ editing: { role, draft, change }, canEdit }: { editing: RoleEditing; canEdit: boolean }) {
  const { t } = useRoleText()
  const id = useId()
  const { basics } = draft
  const set = (part: Partial<typeof basics>) => change({ basics: { ...basics, ...part } })
  return (
    <div className="oa-role-basics middle grid">
      <label htmlFor={`${id}-key`}>{t('key')}</label>
      <Input id={`${id}-key`} readOnly variant="filled" value={role.key} />
      <label htmlFor={`${id}-cn`}>{t('nameCn')}</label>
      <Input id={`${id}-cn`} disabled={!canEdit} maxLength={30} required aria-required value={basics.nameCn}
        onChange={({ target }) => set({ nameCn: target.value })} />
      <label htmlFor={`${id}-en`}>{t('nameEn')}</label>
      <Input id={`${id}-en`} disabled={!canEdit} maxLength={30} value={basics.nameEn}
        onChange={({ target }) => set({ nameEn: target.value })} />
      <label htmlFor={`${id}-sort`}>{t('sort')}</label>
      <InputNumber id={`${id}-sort`} disabled={!canEdit} min={0} max={99_999} precision={0} value={basics.sort}
        onChange={(sort) => set({ sort: sort ?? 0 })} />
      <label htmlFor={`${id}-on`}>{t('enabled')}</label>
      <span>
        <Switch id={`${id}-on`} size="small" disabled={!canEdit || role.builtIn} checked={basics.enable}
          onChange={(enable) => set({ enable })} />
      </span>
      <label htmlFor={`${id}-remark`}>{t('remark')}</label>
      <Input.TextArea id={`${id}-remark`} disabled={!canEdit} rows={2} maxLength={200} value={basics.remark}
        onChange={({ target }) => set({ remark: target.value })} />
      {role.builtIn && <p>{t('builtIn')}</p>}
    </div>
  )
}

interface SaveBarProps {
  readonly editing: RoleEditing
  readonly groups: readonly PermissionGroup[]
  readonly resources: readonly { readonly resource: string; readonly cn: string; readonly en: string }[]
}

/** Bar with the number and list of unsaved changes, and the buttons to save and revert. */
function SaveBar({ editing: { different, problem, isSaving, save, revert }, groups, resources }: SaveBarProps) {
  const { t } = useRoleText()
  const sentence = useSentence(groups, resources, different)
  const isClean = different.length === 0
  return (
    <div className={`oa-save-bar row surface line-top gap-12 span-all${isClean && !problem ? ' is-clean' : ''}`}>
      <span role="status">
        {!isClean && t('unsaved', { count: different.length })}
        {!isClean && ' · '}
        {!isClean && (
          <Popover trigger="click" placement="topLeft"
            content={<ul className="oa-role-changes">{different.map((one, index) => <li key={index}>{sentence(one)}</li>)}</ul>}
          >
            <Button type="link" className="oa-role-differences" size="small">{t('differences')}</Button>
          </Popover>
        )}
      </span>
      {problem ? <strong className="red regular" role="alert">{problem}</strong> : <small>{t('effect')}</small>}
      <Button disabled={isClean && !problem} onClick={() => void revert()}>{t('revert')}</Button>
      <Button type="primary" disabled={isClean} loading={isSaving} onClick={() => void save()}>{t('save')}</Button>
    </div>
  )
}

/** Describes a difference in words. */
function useSentence(groups: SaveBarProps['groups'], resources: SaveBarProps['resources'], different: readonly RoleDifference[]) {
  const { t, label, name } = useRoleText()
  const actionText = useActionText()
  const people = usePeople(different.flatMap((one) => ('person' in one ? [one.person] : [])))
  const { data: subjects = [] } = useQuery({ ...columnsQuery(useHttp()), enabled: different.some(({ kind }) => kind === 'column') })
  const rows = groups.flatMap((group) => group.rows)
  const right = (permission: string) => {
    const row = rows.find(({ prefix }) => permission === prefix || permission.slice(0, permission.lastIndexOf(':')) === prefix)
    if (!row) return permission === '*' ? t('everything') : permission
    const action = permission.slice(permission.lastIndexOf(':') + 1)
    return t('rightOf', { row: label(row), action: action === '*' ? t('wildcard') : actionText(action) })
  }
  return (one: RoleDifference): string => {
    if ('field' in one) return `${t('differs')} ${t(one.field === 'enable' ? 'enabled' : one.field)}`
    if ('permission' in one) return `${t(one.kind)} ${right(one.permission)}`
    if ('subject' in one) return columnSentence(one)
    if ('resource' in one) return `${t('scope')}: ${labelOf(one.resource)}`
    return `${t(one.kind === 'joins' ? 'addMember' : one.kind === 'leaves' ? 'takeOut' : 'responsibleFor')} ${called(one.person)}`
  }
  function columnSentence({ subject, column, access }: Extract<RoleDifference, { kind: 'column' }>): string {
    const known = subjects.find((each) => each.subject === subject)
    const field = known?.fields.find((each) => each.field === column)
    return t('columnOf', { subject: known ? label(known) : subject, column: field ? label(field) : column,
      access: access ? t(`access_${access}`) : t('accessNone') })
  }
  function called(person: string) {
    return name(people.get(person)?.name ?? person)
  }
  function labelOf(resource: string) {
    const known = resources.find((each) => each.resource === resource)
    return known ? label(known) : t('scopeDefault')
  }
}
