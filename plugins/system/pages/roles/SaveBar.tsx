import { useQuery } from '@tanstack/react-query'
import { Button, Popover } from 'antd'
import { useHttp } from '#shell/backend.ts'
import { usePeople } from '#shell/start/directory.ts'
import type { PermissionGroup } from '#plugins/system/role-wire.ts'
import type { RoleDifference } from './draft.ts'
import { columnsQuery } from './roles.ts'
import { useRoleText } from './text.ts'
import { useActionText } from './permissions/use-action-text.ts'
import type { RoleEditor } from './use-role.ts'

interface SaveBarProps {
  readonly editing: RoleEditor
  readonly groups: readonly PermissionGroup[]
  readonly resources: readonly { readonly resource: string; readonly cn: string; readonly en: string }[]
}

/** Bar with the number and list of unsaved changes, and the buttons to save and revert. */
export function SaveBar({ editing: { different, problem, isSaving, save, revert }, groups, resources }: SaveBarProps) {
  const { t } = useRoleText()
  const sentence = useSentence(groups, resources, different)
  const isClean = different.length === 0
  return (
    <div className={`oa-save-bar${isClean && !problem ? ' is-clean' : ''}`}>
      <span role="status">
        {!isClean && t('unsaved', { count: different.length })}
        {!isClean && ' · '}
        {!isClean && (
          <Popover trigger="click" placement="topLeft"
            content={<ul className="oa-differences">{different.map((one, index) => <li key={index}>{sentence(one)}</li>)}</ul>}
          >
            <Button type="link" size="small">{t('differences')}</Button>
          </Popover>
        )}
      </span>
      {problem ? <strong role="alert">{problem}</strong> : <small>{t('effect')}</small>}
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
