import { SearchOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { everything } from '#kernel/permissions.ts'
import { StateView } from '#shell/states/StateView.tsx'
import type { PermissionGroup, RoleMenu } from '#plugins/system/role-wire.ts'
import { cn } from '../locales/cn.ts'
import { en } from '../locales/en.ts'
import { allGrants, grantsLike, grantsOf, type MenuGrant, withGrant } from './menu-tree.ts'
import { tickedOf } from './permission-tree.ts'
import { useRoleText } from '../text.ts'

interface MenuTreeProps {
  readonly menus: readonly RoleMenu[]
  readonly groups: readonly PermissionGroup[]
  readonly granted: ReadonlySet<string>
  readonly canEdit: boolean
  onChange(granted: ReadonlySet<string>): void
}

/** The menu of a role: a page by its own permission, a button by its own; what stands above them is ticked half or whole. */
export function MenuTree({ menus, groups, granted, canEdit, onChange }: MenuTreeProps) {
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
