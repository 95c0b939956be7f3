import { Checkbox, Pagination, Radio } from 'antd'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { Initial } from '#shell/parts/Person.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { useFormText } from '../text.ts'
import type { OptionalUser, useOptionalUsers } from './use-optional-users.ts'

interface OptionalUsersProps {
  readonly users: ReturnType<typeof useOptionalUsers>
  readonly people: readonly string[]
  /** Single choice. */
  readonly isOne: boolean
  /** The reason why a person can be neither chosen nor removed. */
  whyNot(id: string): string | undefined
  onToggle(id: string): void
}

/** A table of selectable people: name, department, e-mail. */
export function OptionalUsers({ users, ...row }: OptionalUsersProps) {
  const { t } = useFormText()
  const { records, total, current, setCurrent, pageSize, isAsking, failure, again } = users
  if (failure) return <ErrorState error={failure} onRetry={again} />
  if (isAsking) return <RowsSkeleton rows={6} columns={['80%']} />
  if (records.length === 0) return <p className="oa-picker-none">{t('nobodyFound')}</p>
  return (
    <>
      <table className="oa-users">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">{t('chooseColumn')}</span>
            </th>
            <th scope="col">{t('person')}</th>
            <th scope="col">{t('department')}</th>
            <th scope="col">{t('email')}</th>
          </tr>
        </thead>
        <tbody>{records.map((user) => <UserRow key={user.id} user={user} {...row} />)}</tbody>
      </table>
      {total > pageSize && (
        <Pagination size="small" align="end" current={current} total={total} pageSize={pageSize} showSizeChanger={false}
          onChange={setCurrent} />
      )}
    </>
  )
}

function UserRow(
  { user: { id, name: stored, departmentName, email }, people, isOne, whyNot, onToggle }: Omit<OptionalUsersProps, 'users'> & {
    user: OptionalUser
  },
) {
  const { name } = useFormText()
  const reason = whyNot(id)
  const Box = isOne ? Radio : Checkbox
  const isChosen = people.includes(id)
  const toggle = () => reason === undefined && onToggle(id)
  return (
    <tr className={isChosen ? 'is-chosen' : undefined} title={reason} onClick={toggle}>
      <td onClick={(event) => event.stopPropagation()}>
        <Box checked={isChosen} disabled={reason !== undefined} aria-label={name(stored)} onChange={toggle} />
      </td>
      <td>
        <span className="oa-option">
          <Initial id={id} name={stored} />
          <span className="cut">{name(stored)}</span>
        </span>
      </td>
      <td className="cut">{departmentName ? name(departmentName) : <span className="oa-nothing">—</span>}</td>
      <td className="cut">{email ?? <span className="oa-nothing">—</span>}</td>
    </tr>
  )
}
