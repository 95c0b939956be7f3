import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { Checkbox } from 'antd'
import type { PermissionGroup, PermissionRow } from '#plugins/system/role-wire.ts'
import { beside, columns, has, inColumn, tickedOf, withRights } from './permission-tree.ts'
import { useRoleText } from '../text.ts'
import { useActionText } from './use-action-text.ts'

interface MatrixGroupProps {
  readonly group: PermissionGroup
  readonly isOpen: boolean
  onToggle(): void
  readonly granted: ReadonlySet<string>
  readonly canEdit: boolean
  onChange(granted: ReadonlySet<string>): void
}

/** A part of the menu: its head ticks a whole column, half where some of it is given. */
export function MatrixGroup({ group, isOpen, onToggle, granted, canEdit, onChange }: MatrixGroupProps) {
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
