import { SearchOutlined } from '@ant-design/icons'
import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { may } from '#providers/permissions.ts'
import { everything } from '#kernel/permissions.ts'
import { StateView } from '#shell/states/StateView.tsx'
import type { PermissionGroup } from '#plugins/system/role-wire.ts'
import { MatrixGroup } from './MatrixGroup.tsx'
import { columns, has, matches } from './permission-tree.ts'
import { useActionText } from './use-action-text.ts'
import { useRoleText } from './text.ts'

export interface MatrixProps {
  readonly groups: readonly PermissionGroup[]
  readonly held: ReadonlySet<string>
  readonly canEdit: boolean
  onChange(held: ReadonlySet<string>): void
}

/** What a role may do: things down, by the part of the menu; actions across. */
export function PermissionMatrix({ groups, held, canEdit, onChange }: MatrixProps) {
  const { t } = useRoleText()
  const actionText = useActionText()
  const [keyword, setKeyword] = useState('')
  const shown = groups.map((group) => ({ ...group, rows: group.rows.filter((row) => matches(row, keyword)) })).filter(({ rows }) => rows.length > 0)
  const all = groups.flatMap(({ rows }) => rows.flatMap(({ permissions }) => permissions.map(({ permission }) => permission)))
  return (
    <div className="oa-rights">
      <div className="oa-rights-tools">
        <Input allowClear prefix={<SearchOutlined aria-hidden />} aria-label={t('filter')} placeholder={t('filter')} value={keyword} maxLength={60} onChange={({ target }) => setKeyword(target.value)} />
        <span className="num" role="status">{t('chosen', { count: all.filter((permission) => has(held, permission)).length, all: all.length })}</span>
      </div>
      {(held.has(everything) || may(everything)) && (
        <p className="oa-rights-everything">
          <Checkbox checked={held.has(everything)} disabled={!canEdit || !may(everything)} onChange={({ target }) => onChange(target.checked ? new Set([...held, everything]) : new Set([...held].filter((one) => one !== everything)))}>{t('everything')}</Checkbox>
          <small>{t('everythingHint')}</small>
        </p>
      )}
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
            {shown.map((group) => <MatrixGroup key={group.id} group={group} isSearching={keyword.trim() !== ''} held={held} canEdit={canEdit && !held.has(everything)} onChange={onChange} />)}
          </table>
        </div>
      )}
    </div>
  )
}
