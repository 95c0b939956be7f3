import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { people } from '#kernel/fields.ts'
import type { RoleScope } from '#kernel/plugin.ts'
import { useHttp } from '#shell/backend.ts'
import { pageAnswer, useExistingPage } from '#shell/list/use-list-query.ts'
import { Person } from '#shell/parts/Person.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { FieldInput } from '#shell/resource/renderers.tsx'
import { ExportButton } from '#shell/resource/transfer/ExportButton.tsx'
import { ImportButton } from '#shell/resource/transfer/ImportButton.tsx'
import { canRole } from '#plugins/system/permissions.ts'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'
import { Responsibilities } from './Responsibilities.tsx'
import { type Member, membersQuery, rolePath, roles } from './roles.ts'
import { useRoleText } from './text.ts'
import type { RoleEditor } from './use-role.ts'

const size = 20
const addField = people({ cn: cn.addMember, en: en.addMember, placeholder: { cn: cn.addMember, en: en.addMember } })

interface MembersTabProps {
  readonly editing: RoleEditor
  readonly scopes: readonly RoleScope[]
  readonly canEdit: boolean
}

/** Members of the role with their responsibilities; changes are saved with the whole role. */
export function MembersTab({ editing, scopes, canEdit }: MembersTabProps) {
  const { t } = useRoleText()
  const { role, draft, change } = editing
  const id = useId()
  const isListed = role.holders === 'members'
  if (!isListed)
    return (
      <div className="oa-role-members">
        <p>{t(role.holders === 'everyone' ? 'everyone' : 'computed')}</p>
        <MemberList editing={editing} scopes={[]} canEdit={false} />
      </div>
    )
  return (
    <div className="oa-role-members">
      {canEdit && (
        <Suspense>
          <FieldInput id={id} aria-label={t('addMember')} field={addField} value={draft.added} context={{}} onChange={(chosen) =>
            change({ added: chosen as readonly string[] })} />
        </Suspense>
      )}
      {scopes.length > 0 && <Transfer role={role.id} />}
      <MemberList editing={editing} scopes={scopes} canEdit={canEdit} />
    </div>
  )
}

/** Import and export of the members' responsibilities. */
function Transfer({ role }: { readonly role: string }) {
  const client = useQueryClient()
  return (
    <div className="oa-role-transfer">
      <ImportButton path={responsibilitiesPath} title={responsibilities} permission={canRole.edit}
        onWritten={() => void client.invalidateQueries({ queryKey: [roles] })} />
      <ExportButton path={responsibilitiesPath} title={responsibilities} permission={canRole.view} query={{ role }} />
    </div>
  )
}

const responsibilitiesPath = `${rolePath}/responsibilities`
const responsibilities = { cn: '角色负责范围', en: 'Responsibilities' }

function MemberList({ editing, scopes, canEdit }: MembersTabProps) {
  const { role, draft: { removed }, change } = editing
  const { t } = useRoleText()
  const [current, setCurrent] = useState(1)
  const answer = useQuery(membersQuery(useHttp(), role.id, { current, size }))
  useExistingPage({ current, size, turn: setCurrent }, pageAnswer(answer))
  const { data, error, isPending, refetch } = answer
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (isPending) return <RowsSkeleton columns={['30%', '40%']} />
  if (data.total === 0) return <StateView illustration="empty" role="status" title={t('noMembers')} />
  const toggle = (person: string) =>
    change({ removed: removed.includes(person) ? removed.filter((one) => one !== person) : [...removed, person] })
  return (
    <>
      <ul>
        {data.records.map((member) => (
          <MemberLine key={member.id} member={member} isLeaving={removed.includes(member.id)} onToggle={canEdit && member.listed
            ? () => toggle(member.id)
            : undefined}
          >
            {member.listed && scopes.length > 0 && <Responsibilities editing={editing} member={member} scopes={scopes} canEdit={canEdit} />}
          </MemberLine>
        ))}
      </ul>
      {data.total > size && (
        <Pagination size="small" current={current} pageSize={size} total={data.total} showSizeChanger={false} onChange={setCurrent} />
      )}
    </>
  )
}

function MemberLine(
  { member, isLeaving, onToggle, children }: { member: Member; isLeaving: boolean; onToggle: (() => void) | undefined;
    children: ReactNode },
) {
  const { t, name } = useRoleText()
  const called = name(member.name)
  return (
    <li className={isLeaving ? 'is-leaving' : undefined}>
      <Person id={member.id} name={member.name} departed={member.departed} />
      <span className="cut">{name(member.mainDepartment?.name)}</span>
      {children}
      {isLeaving && <em>{t('willLeave')}</em>}
      {onToggle && (
        <Button type="link" size="small" danger={!isLeaving}
          aria-label={isLeaving ? `${t('keep')} ${called}` : t('takeOutName', { name: called })} onClick={onToggle}
        >
          {t(isLeaving ? 'keep' : 'takeOut')}
        </Button>
      )}
    </li>
  )
}
