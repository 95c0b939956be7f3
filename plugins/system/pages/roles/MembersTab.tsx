import { useQuery } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { Suspense, useId, useState } from 'react'
import { people } from '#kernel/fields.ts'
import { useHttp } from '#shell/backend.ts'
import { Person } from '#shell/parts/Person.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { FieldInput } from '#shell/resource/renderers.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'
import { type Member, membersQuery } from './roles.ts'
import { useRoleText } from './text.ts'
import type { RoleEditing } from './use-role.ts'

const size = 20
const addField = people({ cn: cn.addMember, en: en.addMember, placeholder: { cn: cn.addMember, en: en.addMember } })

/** Who holds the role; additions and removals are saved with everything else. */
export function MembersTab({ editing, canEdit }: { editing: RoleEditing; canEdit: boolean }) {
  const { t } = useRoleText()
  const { role, draft, change } = editing
  const id = useId()
  const isListed = role.holders === 'members'
  if (!isListed) return <div className="oa-role-members"><p>{t(role.holders === 'everyone' ? 'everyone' : 'computed')}</p><MemberList editing={editing} canEdit={false} /></div>
  return (
    <div className="oa-role-members">
      {canEdit && <Suspense><FieldInput id={id} aria-label={t('addMember')} field={addField} value={draft.added} context={{}} onChange={(chosen) => change({ added: chosen as readonly string[] })} /></Suspense>}
      <MemberList editing={editing} canEdit={canEdit} />
    </div>
  )
}

function MemberList({ editing: { role, draft: { removed }, change }, canEdit }: { editing: RoleEditing; canEdit: boolean }) {
  const { t } = useRoleText()
  const [current, setCurrent] = useState(1)
  const { data, error, isPending, refetch } = useQuery(membersQuery(useHttp(), role.id, { current, size }))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (isPending) return <RowsSkeleton columns={['30%', '40%']} />
  if (data.total === 0) return <StateView illustration="empty" role="status" title={t('noMembers')} />
  const toggle = (person: string) => change({ removed: removed.includes(person) ? removed.filter((one) => one !== person) : [...removed, person] })
  return (
    <>
      <ul>{data.records.map((member) => <MemberLine key={member.id} member={member} isLeaving={removed.includes(member.id)} onToggle={canEdit && member.listed ? () => toggle(member.id) : undefined} />)}</ul>
      {data.total > size && <Pagination size="small" current={current} pageSize={size} total={data.total} showSizeChanger={false} onChange={setCurrent} />}
    </>
  )
}

function MemberLine({ member, isLeaving, onToggle }: { member: Member; isLeaving: boolean; onToggle: (() => void) | undefined }) {
  const { t, name } = useRoleText()
  const called = name(member.name)
  return (
    <li className={isLeaving ? 'is-leaving' : undefined}>
      <Person id={member.id} name={member.name} departed={member.departed} />
      <span className="cut">{name(member.mainDepartment?.name)}</span>
      {isLeaving && <em>{t('willLeave')}</em>}
      {onToggle && <Button type="link" size="small" danger={!isLeaving} aria-label={isLeaving ? `${t('keep')} ${called}` : t('takeOutName', { name: called })} onClick={onToggle}>{t(isLeaving ? 'keep' : 'takeOut')}</Button>}
    </li>
  )
}
