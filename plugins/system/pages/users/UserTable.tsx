import { Table, type TableProps, Button, Dropdown } from 'antd'
import { useMemo } from 'react'
import { MoreOutlined } from '@ant-design/icons'
import { may } from '#providers/permissions.ts'
import type { ListQuery } from '#shell/list/query.ts'
import { Num } from '#shell/parts/Figures.tsx'
import { Person } from '#shell/parts/Person.tsx'
import { useDictionary } from '#shell/start/directory.ts'
import { canUser } from '#plugins/system/permissions.ts'
import type { UserAnswer } from '#plugins/system/access-wire.ts'
import { useAdministersFlows } from '#shell/start/administers-flows.ts'
import { useUserText } from './users.ts'

export interface UserTableProps {
  readonly rows: readonly UserAnswer[]
  readonly sort: ListQuery['sort']
  readonly isRefreshing: boolean
  readonly actions: UserActions
  /** Ids of the selected accounts. */
  readonly chosen: readonly string[]
  onChoose(ids: readonly string[]): void
  onSort(sort: ListQuery['sort']): void
}

const sorted: ReadonlySet<string> = new Set(['name', 'userName', 'jobNumber', 'positionLevel', 'joiningDate', 'lastLogin', 'enable'])

/** Table of accounts with all attributes; the name and action columns are sticky. */
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
      {isRefreshing && <div className="oa-refresh-bar relative" />}
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

/** Column widths: on a 1440 px screen the visible part ends exactly before the phone column. */
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

/** Name with a badge for administrators. */
export function UserName({ user: { id, name, departed, admin } }: { user: UserAnswer }) {
  const { t } = useUserText()
  return (
    <span className="oa-user-name inline-row gap-6 fit">
      <Person id={id} name={name} departed={departed} />
      {admin && <em className="outlined round-4 second rigid tiny regular">{t('administrator')}</em>}
    </span>
  )
}

/** The state of an account: enabled, disabled, or disabled because the person has left. */
export function State({ user: { enable, departed } }: { user: UserAnswer }) {
  const { t } = useUserText()
  return <span className={enable ? undefined : 'third'}>{t(enable ? 'enabled' : departed ? 'departed' : 'disabled')}</span>
}

export interface UserActions {
  edit(user: UserAnswer): void
  disable(user: UserAnswer): void
  enable(user: UserAnswer): void
  reset(user: UserAnswer): void
  handOver(user: UserAnswer): void
  remove(user: UserAnswer): void
}

/** Actions of a row. */
export function RowActions({ user, actions }: { user: UserAnswer; actions: UserActions }) {
  const { t, name } = useUserText()
  const called = name(user.name)
  const items = useMenu(user, actions)
  return (
    <span className="oa-row-actions nowrap">
      {may(canUser.edit) && (
        <Button type="link" className="oa-user-edit" size="small" aria-label={t('editTitle', { name: called })} onClick={() =>
          actions.edit(user)}
        >
          {t('edit')}
        </Button>
      )}
      {items.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items }}>
          <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${t('more')} ${called}`} data-tip={t('more')} />
        </Dropdown>
      )}
    </span>
  )
}

/** Menu of further actions that the reader may perform. */
function useMenu(user: UserAnswer, actions: UserActions) {
  const { t } = useUserText()
  const canHandOver = useAdministersFlows()
  const isOn = user.enable === 1
  return [
    // also a hover button of the row, which touch screens do not have
    may(canUser.edit) && { key: 'edit', label: t('edit'), onClick: () => actions.edit(user) },
    may(canUser.edit) && { key: 'reset', label: t('resetPassword'), onClick: () => actions.reset(user) },
    canHandOver && { key: 'handOver', label: t('handOver'), onClick: () => actions.handOver(user) },
    may(canUser.enable) &&
    { key: 'enable', label: t(isOn ? 'disable' : 'enable'), danger: isOn,
      onClick: () => (isOn ? actions.disable(user) : actions.enable(user)) },
    may(canUser.delete) && user.lastLogin === null &&
    { key: 'remove', label: t('remove'), danger: true, onClick: () => actions.remove(user) },
  ].filter((item) => item !== false)
}
