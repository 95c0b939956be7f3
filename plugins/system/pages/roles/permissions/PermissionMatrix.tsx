import { DownOutlined, RightOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { everything } from '#kernel/permissions.ts'
import { StateView } from '#shell/states/StateView.tsx'
import { may } from '#providers/permissions.ts'
import type { PermissionGroup, PermissionRow } from '#plugins/system/access-wire.ts'
import { beside, columns, has, inColumn, matches, tickedOf, withRights } from './permission-tree.ts'
import { isTextKey, useRoleText } from '../roles.ts'

/** Ids of expanded groups with their setter; undefined until the reader expands or collapses one. */
export type OpenGroups = readonly [open: ReadonlySet<string> | undefined, onOpen: (open: ReadonlySet<string>) => void]

export interface MatrixProps {
  readonly opening: OpenGroups
  readonly groups: readonly PermissionGroup[]
  readonly granted: ReadonlySet<string>
  readonly canEdit: boolean
  onChange(granted: ReadonlySet<string>): void
}

/** Permissions of a role as a matrix: a row per kind of record, grouped by menu area, and a column per action. */
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
      <div className="oa-rights-tools row wrap between">
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

/** Checkbox of the wildcard permission, shown to those who may grant it and for roles that have it. */
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

/** Number of rows that fit on a screen. */
const roomy = 24

/** Initially expanded groups: all if their rows fit on a screen, else none. */
const openFirst = (
  groups: Groups,
): ReadonlySet<string> => (groups.reduce((sum, { rows }) => sum + rows.length, 0) <= roomy ? everyGroup(groups) : new Set())

interface MatrixGroupProps {
  readonly group: PermissionGroup
  readonly isOpen: boolean
  onToggle(): void
  readonly granted: ReadonlySet<string>
  readonly canEdit: boolean
  onChange(granted: ReadonlySet<string>): void
}

/** A menu area; its header checks whole columns, half-checked if partly granted. */
function MatrixGroup({ group, isOpen, onToggle, granted, canEdit, onChange }: MatrixGroupProps) {
  const { label } = useRoleText()
  const actionText = useActionText()
  const all = group.rows.flatMap(({ permissions }) => permissions.map(({ permission }) => permission))
  const toggle = (action: string, give: boolean) => {
    onChange(group.rows.reduce((sum, row) => {
      const permission = inColumn(row, action)
      return permission === undefined ? sum : withRights(sum, row, [permission], give)
    }, granted))
  }
  return (
    <tbody>
      <tr className="is-group">
        <th scope="rowgroup">
          <button type="button" className="plain" aria-expanded={isOpen} onClick={onToggle}>
            {isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />} {label(group)}
            <small className="num">{all.filter((permission) => has(granted, permission)).length} / {all.length}</small>
          </button>
        </th>
        {columns.map((action) => {
          const permissions = group.rows.flatMap((row) => inColumn(row, action) ?? [])
          const ticked = tickedOf(granted, permissions)
          return (
            <td key={action}>
              {permissions.length === 0
                ? <Absent />
                : (
                  <Checkbox aria-label={`${label(group)} ${actionText(action)}`} checked={ticked === 'all'}
                    indeterminate={ticked === 'some'} disabled={!canEdit} onChange={() => toggle(action, ticked !== 'all')} />
                )}
            </td>
          )
        })}
        <td className="is-others" />
      </tr>
      {isOpen && group.rows.map((row) => <MatrixRow key={row.prefix} row={row} granted={granted} canEdit={canEdit} onChange={onChange} />)}
    </tbody>
  )
}

type MatrixRowProps = Pick<MatrixGroupProps, 'granted' | 'canEdit' | 'onChange'> & { readonly row: PermissionRow }

function MatrixRow({ row, granted, canEdit, onChange }: MatrixRowProps) {
  const { t, label } = useRoleText()
  const actionText = useActionText()
  const called = (action: string) => t('rightOf', { row: label(row), action: actionText(action) })
  const tick = (permission: string) => onChange(withRights(granted, row, [permission], !has(granted, permission)))
  return (
    <tr>
      <th scope="row" data-tip={row.prefix}>{label(row)}{granted.has(`${row.prefix}:*`) && <em>{t('wildcard')}</em>}</th>
      {columns.map((action) => {
        const permission = inColumn(row, action)
        return (
          <td key={action}>
            {permission === undefined
              ? <Absent />
              : (
                <Checkbox aria-label={called(action)} checked={has(granted, permission)} disabled={!canEdit}
                  onChange={() => tick(permission)} />
              )}
          </td>
        )
      })}
      <td className="is-others">
        {beside(row).map(({ permission, action }) => (
          <Checkbox key={permission} aria-label={called(action)} checked={has(granted, permission)} disabled={!canEdit}
            onChange={() => tick(permission)}
          >
            {actionText(action)}
          </Checkbox>
        ))}
      </td>
    </tr>
  )
}

const Absent = () => <span className="oa-nothing" aria-hidden>·</span>

/** Lookup of an action's name; falls back to its last word (e.g. of `proposal_apply_abandoned`), then to the action itself. */
export function useActionText(): (action: string) => string {
  const { t } = useRoleText()
  return (action) => {
    const key = action === 'add' ? 'addRight' : [action, action.slice(action.lastIndexOf('_') + 1)].find(isTextKey)
    return key && isTextKey(key) ? t(key) : action
  }
}
