import { Table, type TableProps } from 'antd'
import { useMemo } from 'react'
import { may } from '#providers/permissions.ts'
import type { ListQuery } from '#shell/list/query.ts'
import { Num } from '#shell/parts/Num.tsx'
import { Person } from '#shell/parts/Person.tsx'
import { useDictionary } from '#shell/start/directory.ts'
import { canUser } from '#plugins/system/permissions.ts'
import { RowActions, type UserActions } from './RowActions.tsx'
import { useUserText } from './text.ts'
import type { UserAnswer } from '#plugins/system/user-wire.ts'

export interface UserTableProps {
  readonly rows: readonly UserAnswer[]
  readonly sort: ListQuery['sort']
  readonly isRefreshing: boolean
  readonly actions: UserActions
  /** Ids of those that are ticked. */
  readonly chosen: readonly string[]
  onChoose(ids: readonly string[]): void
  onSort(sort: ListQuery['sort']): void
}

const sorted: ReadonlySet<string> = new Set(['name', 'userName', 'jobNumber', 'positionLevel', 'joiningDate', 'lastLogin', 'enable'])

/** The accounts with everything that is known of them; name and actions stay in view. */
export function UserTable({ rows, sort, isRefreshing, actions, chosen, onChoose, onSort }: UserTableProps) {
  const { t, name, locale } = useUserText()
  const levels = useDictionary('positionLevel')
  const columns = useMemo<TableProps<UserAnswer>['columns']>(() => {
    const comma = locale === 'cn' ? '、' : ', '
    const text = (value: string | null) => value ?? <span className="oa-nothing">—</span>
    const levelOf = (value: string | null) => levels.find((level) => level.value === value)?.[locale] ?? value
    const names = (values: readonly { readonly name: string }[]) => text(values.map((value) => name(value.name)).join(comma) || null)
    const column = (key: keyof UserAnswer & keyof ReturnType<typeof titles>, render: (user: UserAnswer) => React.ReactNode,
      fixed?: 'left') => ({
        key,
        title: titles(t)[key],
        fixed,
        ellipsis: key !== 'name',
        width: widths[key],
        sorter: sorted.has(key),
        sortOrder: sort?.column === key ? (sort.asc ? ('ascend' as const) : ('descend' as const)) : null,
        render: (_: unknown, user: UserAnswer) => render(user),
      })
    return [
      column('name', (user) => <UserName user={user} />, 'left'),
      column('userName', (user) => user.userName),
      column('enable', (user) => <State user={user} />),
      column('lastLogin', ({ lastLogin }) => <Num>{lastLogin?.slice(0, 16)}</Num>),
      column('departments', ({ departments }) => names(departments)),
      column('position', ({ position }) => text(name(position) || null)),
      column('positionLevel', ({ positionLevel }) => text(levelOf(positionLevel))),
      column('roles', ({ roles }) => names(roles)),
      column('jobNumber', ({ jobNumber }) => <Num>{jobNumber}</Num>),
      column('phone', ({ phone }) => <Num>{phone}</Num>),
      column('email', ({ email }) => text(email)),
      column('joiningDate', ({ joiningDate }) => <Num>{joiningDate}</Num>),
      column('nickname', ({ nickname }) => text(nickname)),
      column('cardId', ({ cardId }) => <Num>{cardId}</Num>),
      { key: 'actions', title: <span className="unseen">{t('actions')}</span>, width: 40, align: 'right' as const, fixed: 'right' as const,
        render: (_: unknown, user: UserAnswer) => <RowActions user={user} actions={actions} /> },
    ]
  }, [t, name, locale, levels, sort, actions])
  const change: TableProps<UserAnswer>['onChange'] = (_, __, sorter) => {
    const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
    onSort(order ? { column: String(columnKey), asc: order === 'ascend' } : undefined)
  }
  const rowSelection = may(canUser.enable)
    ? { selectedRowKeys: [...chosen], onChange: (keys: readonly React.Key[]) => onChoose(keys.map(String)),
      getCheckboxProps: ({ enable, name: both }: UserAnswer) => ({ disabled: enable !== 1, 'aria-label': name(both) }) }
    : undefined
  return (
    <div className="oa-table is-plain oa-users" aria-busy={isRefreshing}>
      {isRefreshing && <div className="oa-refresh-bar" />}
      <Table<UserAnswer> className={isRefreshing ? 'oa-refreshing' : undefined} size="small" rowKey="id" rowSelection={rowSelection}
        rowClassName={({ enable }) => (enable === 1 ? '' : 'is-off')} columns={columns} dataSource={[...rows]} pagination={false}
        showSorterTooltip={false} scroll={{ x: 1_951 }} onChange={change} />
    </div>
  )
}

const titles = (t: ReturnType<typeof useUserText>['t']) => ({
  name: t('name'),
  userName: t('userName'),
  departments: t('departments'),
  position: t('position'),
  positionLevel: t('positionLevel'),
  roles: t('roles'),
  jobNumber: t('jobNumber'),
  phone: t('phone'),
  email: t('email'),
  joiningDate: t('joiningDate'),
  nickname: t('nickname'),
  cardId: t('cardId'),
  enable: t('state'),
  lastLogin: t('lastLogin'),
})

/** On a desk 1440 wide, columns end where the table does: the telephone begins beyond it. */
const widths: Readonly<Record<string, number>> = {
  name: 176,
  userName: 116,
  departments: 191,
  position: 166,
  positionLevel: 150,
  roles: 212,
  jobNumber: 112,
  phone: 120,
  email: 210,
  joiningDate: 108,
  nickname: 90,
  cardId: 100,
  enable: 88,
  lastLogin: 140,
}

/** The person, and whether they administer everything. */
export function UserName({ user: { id, name, departed, admin } }: { user: UserAnswer }) {
  const { t } = useUserText()
  return (
    <span className="oa-user-name">
      <Person id={id} name={name} departed={departed} />
      {admin && <em>{t('administrator')}</em>}
    </span>
  )
}

/** The state of an account: enabled, disabled, or disabled because the person has left. */
export function State({ user: { enable, departed } }: { user: UserAnswer }) {
  const { t } = useUserText()
  return <span className={enable ? undefined : 'oa-user-off'}>{t(enable ? 'enabled' : departed ? 'departed' : 'disabled')}</span>
}
