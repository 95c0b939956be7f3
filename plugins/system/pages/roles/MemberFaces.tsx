import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useHttp } from '#shell/backend.ts'
import { Initial } from '#shell/parts/Person.tsx'
import type { RoleDetail } from '#plugins/system/role-wire.ts'
import { membersQuery } from './roles.ts'
import { useRoleText } from './text.ts'

/** The number of faces that are drawn before the count. */
const size = 3

/** The first holders of a role and how many there are; leads to all of them. */
export function MemberFaces({ role, onOpen }: { role: RoleDetail; onOpen(): void }) {
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
