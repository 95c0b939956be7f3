import { useQueries, useQuery } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'
import { catalogueQuery, roleQuery } from '../roles/roles.ts'
import { has } from '../roles/permissions/permission-tree.ts'
import { useRoleText } from '../roles/text.ts'
import type { PermissionGroup, RoleDetail } from '#plugins/system/role-wire.ts'
import { useUserText } from './text.ts'
import type { RoleOption } from './users.ts'

/** Combined permissions of the chosen roles by part of the menu, each with its scope. */
export function RolePreview({ roles }: { roles: readonly RoleOption[] }) {
  const http = useHttp()
  const catalogue = useQuery({ ...catalogueQuery(http), enabled: roles.length > 0 })
  const details = useQueries({ queries: roles.map(({ id }) => roleQuery(http, id)) }).map(({ data }) => data)
  if (roles.length === 0 || !catalogue.data || details.includes(undefined)) return null
  return <Preview groups={catalogue.data.groups} details={details.filter((one) => one !== undefined)} />
}

function Preview({ groups, details }: { groups: readonly PermissionGroup[]; details: readonly RoleDetail[] }) {
  const { t, label, name } = useUserText()
  const role = useRoleText()
  const held = new Set(details.flatMap(({ permissions }) => permissions))
  const counts = groups.map((group) => ({ id: group.id, called: label(group),
    count: group.rows.flatMap(({ permissions }) => permissions).filter(({ permission }) => has(held, permission)).length })
  ).filter(({ count }) => count > 0)
  const scopeOf = ({ scopes }: RoleDetail) => scopes.find(({ resource }) => resource === '*')?.scope ?? 6
  return (
    <div className="oa-role-preview" role="status">
      <dl>
        <dt>{t('previewRights')}</dt>
        <dd>
          {counts.length === 0
            ? t('previewNone')
            : counts.map(({ id, called, count }) => <span key={id}>{t('previewCount', { name: called, count })}</span>)}
        </dd>
        <dt>{t('previewScope')}</dt>
        <dd>
          {details.map((one) => (
            <span key={one.id}>{t('previewScopeOf', { role: name(one.name), scope: role.t(`scope${scopeOf(one)}`) })}</span>
          ))}
        </dd>
      </dl>
    </div>
  )
}
