import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Pagination, Popover } from 'antd'
import { Fragment, type ReactNode, Suspense, useId, useState } from 'react'
import { multiselect, people } from '#kernel/fields.ts'
import { everyValue, type RoleScope } from '#kernel/plugin.ts'
import { useHttp } from '#shell/backend.ts'
import { pageAnswer, useExistingPage } from '#shell/list/use-list-query.ts'
import { Person } from '#shell/parts/Person.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { FieldCell, FieldInput } from '#shell/resource/renderers.tsx'
import { ExportButton, ImportButton } from '#shell/resource/transfer/TransferButtons.tsx'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { canRole } from '#plugins/system/permissions.ts'
import { cn, en } from './texts.ts'
import { type Member, membersQuery, rolePath, roles, useRoleText } from './roles.ts'
import { type RoleEditing, withResponsibility } from './draft.ts'

interface ResponsibilitiesProps {
  readonly editing: RoleEditing
  readonly member: Member
  readonly scopes: readonly RoleScope[]
  readonly canEdit: boolean
}

/** Responsibilities of a member per scope of the role; flows assign tasks to the members responsible for a document's value. */
function Responsibilities({ editing: { draft, change }, member, scopes, canEdit }: ResponsibilitiesProps) {
  const { t, label, name } = useRoleText()
  const valuesOf = (scope: string) => draft.responsible[member.id]?.[scope] ?? member.responsible[scope] ?? []
  const set = (scope: string, values: readonly string[]) => change({ responsible: withResponsibility(draft, member, scope, values) })
  const held = scopes.filter(({ key }) => valuesOf(key).length > 0)
  const editors = scopes.map((scope) => (
    <ScopeValues key={scope.key} scope={scope} values={valuesOf(scope.key)} onChange={(values) => set(scope.key, values)} />
  ))
  return (
    <span className="row second wrap small to-end narrow gap-0-12">
      <Suspense>
        {held.map((scope) => (
          <span key={scope.key} className="cut">
            {label(scope)}:{' '}
            {valuesOf(scope.key).includes(everyValue) ? t('everyValue') : <FieldCell field={fieldOf(scope)} value={valuesOf(scope.key)} />}
          </span>
        ))}
      </Suspense>
      {held.length === 0 && <span className="cut">{t('responsibleNone')}</span>}
      {canEdit && (
        <Popover trigger="click" destroyOnHidden content={<div className="oa-role-responsibilities grid gap-8">{editors}</div>}>
          <Button type="link" size="small" aria-label={`${t('responsibleFor')} ${name(member.name)}`}>{t('responsibleFor')}</Button>
        </Popover>
      )}
    </span>
  )
}

function ScopeValues(
  { scope, values, onChange }: { scope: RoleScope; values: readonly string[]; onChange(values: readonly string[]): void },
) {
  const { t, label } = useRoleText()
  const id = useId()
  const isAll = values.includes(everyValue)
  return (
    <Fragment>
      <label htmlFor={id}>{label(scope)}</label>
      <Checkbox checked={isAll} onChange={({ target }) => onChange(target.checked ? [everyValue] : [])}>{t('everyValue')}</Checkbox>
      {!isAll && (
        <Suspense>
          <FieldInput id={id} aria-label={label(scope)} field={fieldOf(scope)} value={values} context={{}} onChange={(chosen) =>
            onChange((chosen ?? []) as readonly string[])} />
        </Suspense>
      )}
    </Fragment>
  )
}

const fieldOf = ({ dict, to, cn, en }: RoleScope) => multiselect({ cn, en, ...(dict === undefined ? { of: to } : { dict }) })

const size = 20
const addField = people({ cn: cn.addMember, en: en.addMember, placeholder: { cn: cn.addMember, en: en.addMember } })

interface MembersTabProps {
  readonly editing: RoleEditing
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
      <div className="oa-role-members stack gap-8">
        <p>{t(role.holders === 'everyone' ? 'everyone' : 'computed')}</p>
        <MemberList editing={editing} scopes={[]} canEdit={false} />
      </div>
    )
  return (
    <div className="oa-role-members stack gap-8">
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
    <div className="flex gap-8 to-end">
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
