import { SearchOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { may } from '#providers/permissions.ts'
import { everything } from '#kernel/permissions.ts'
import { StateView } from '#shell/states/StateView.tsx'
import type { PermissionGroup } from '#plugins/system/role-wire.ts'
import { MatrixGroup } from './MatrixGroup.tsx'
import { columns, has, matches } from './permission-tree.ts'
import { useActionText } from './use-action-text.ts'
import { useRoleText } from '../text.ts'

/** Ids of the groups that are unfolded and how to set them; nothing before the reader unfolded any. */
export type OpenGroups = readonly [open: ReadonlySet<string> | undefined, onOpen: (open: ReadonlySet<string>) => void]

export interface MatrixProps {
  readonly opening: OpenGroups
  readonly groups: readonly PermissionGroup[]
  readonly granted: ReadonlySet<string>
  readonly canEdit: boolean
  onChange(granted: ReadonlySet<string>): void
}

/** The permissions of a role: things down, by the part of the menu; actions across. */
export function PermissionMatrix({ groups, opening: [chosen, onOpen], granted, canEdit, onChange }: MatrixProps) {
  const { t } = useRoleText()
  const actionText = useActionText()
  const [keyword, setKeyword] = useState('')
  const shown = groups.map((group) => ({ ...group, rows: group.rows.filter((row) => matches(row, keyword)) })).filter(({ rows }) =>
    rows.length > 0
  )
  const all = groups.flatMap(({ rows }) => rows.flatMap(({ permissions }) => permissions.map(({ permission }) => permission)))
  const isSearching = keyword.trim() !== ''
  const open = isSearching ? everyGroup(shown) : (chosen ?? openFirst(groups))
  const toggle = (id: string) => onOpen(toggled(open, id))
  return (
    <div className="oa-rights">
      <div className="oa-rights-tools">
        <Input allowClear prefix={<SearchOutlined aria-hidden />} aria-label={t('filter')} placeholder={t('filter')} value={keyword}
          maxLength={60} onChange={({ target }) => setKeyword(target.value)} />
        {!isSearching && <FoldAll isOpen={open.size > 0} onFold={() => onOpen(new Set())} onUnfold={() => onOpen(everyGroup(groups))} />}
        <span className="num" role="status">
          {t('chosen', { count: all.filter((permission) => has(granted, permission)).length, all: all.length })}
        </span>
      </div>
      <Everything granted={granted} canEdit={canEdit} onChange={onChange} />
      {shown.length === 0 ? <StateView illustration="search" role="status" title={t('noRight')} /> : (
        <div className="oa-rights-scroll">
          <table aria-label={t('rights')}>
            <thead>
              <tr>
                <th scope="col">{t('resource')}</th>
                {columns.map((action) => <th key={action} scope="col">{actionText(action)}</th>)}
                <th scope="col" className="is-others">{t('others')}</th>
              </tr>
            </thead>
            {shown.map((group) => (
              <MatrixGroup key={group.id} group={group} isOpen={open.has(group.id)} onToggle={() => toggle(group.id)} granted={granted}
                canEdit={canEdit && !granted.has(everything)} onChange={onChange} />
            ))}
          </table>
        </div>
      )}
    </div>
  )
}

function FoldAll({ isOpen, onFold, onUnfold }: { isOpen: boolean; onFold(): void; onUnfold(): void }) {
  const { t } = useRoleText()
  return <Button type="link" size="small" onClick={isOpen ? onFold : onUnfold}>{t(isOpen ? 'collapseAll' : 'expandAll')}</Button>
}

/** The permission for everything, shown to those who may give it and wherever it was given. */
function Everything({ granted, canEdit, onChange }: Pick<MatrixProps, 'granted' | 'canEdit' | 'onChange'>) {
  const { t } = useRoleText()
  if (!granted.has(everything) && !may(everything)) return null
  const give = (isGiven: boolean) =>
    onChange(isGiven ? new Set([...granted, everything]) : new Set([...granted].filter((one) => one !== everything)))
  return (
    <p className="oa-rights-everything">
      <Checkbox checked={granted.has(everything)} disabled={!canEdit || !may(everything)} onChange={({ target }) => give(target.checked)}>
        {t('everything')}
      </Checkbox>
      <small>{t('everythingHint')}</small>
    </p>
  )
}

const toggled = (open: ReadonlySet<string>,
  id: string): ReadonlySet<string> => (open.has(id) ? new Set([...open].filter((one) => one !== id)) : new Set([...open, id]))

type Groups = readonly PermissionGroup[]

const everyGroup = (groups: Groups): ReadonlySet<string> => new Set(groups.map(({ id }) => id))

/** Rows that are seen at once without scrolling. */
const roomy = 24

/** All groups where they fit on a screen, else none: the areas are seen first. */
const openFirst = (
  groups: Groups,
): ReadonlySet<string> => (groups.reduce((sum, { rows }) => sum + rows.length, 0) <= roomy ? everyGroup(groups) : new Set())
