import { RowActions, type UserActions } from './RowActions.tsx'
import { useUserText } from './text.ts'
import { State, UserName } from './UserTable.tsx'
import type { UserAnswer } from '#plugins/system/user-wire.ts'

/** The accounts where there is no room for a table: two lines each. */
export function UserRows({ rows, actions }: { rows: readonly UserAnswer[]; actions: UserActions }) {
  const { name } = useUserText()
  return (
    <ul className="oa-rows oa-user-rows">
      {rows.map((user) => (
        <li key={user.id}>
          <div className="oa-row">
            <span className="oa-row-first">
              <UserName user={user} />
            </span>
            <span className="oa-row-second cut">
              {[user.userName, name(user.departments[0]?.name), name(user.position)].filter(Boolean).join(' · ')} · <State user={user} />
            </span>
            <span className="oa-row-amount">
              <RowActions user={user} actions={actions} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
