import { PlusOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ExportButton } from '#shell/resource/transfer/ExportButton.tsx'
import { ImportButton } from '#shell/resource/transfer/ImportButton.tsx'
import { canUser } from '#plugins/system/permissions.ts'
import { HandOverDialog } from '../organisation/HandOverDialog.tsx'
import '../organisation/organisation.css'
import { DisableDialog } from './DisableDialog.tsx'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'
import { PasswordDialog } from './PasswordDialog.tsx'
import type { UserActions } from './RowActions.tsx'
import { useUserSearch } from './search.tsx'
import { useUserText } from './text.ts'
import { useUserActions } from './use-user-actions.ts'
import { RemoveDialog } from './RemoveDialog.tsx'
import { UserDialog } from './UserDialog.tsx'
import { UserRows } from './UserRows.tsx'
import { UserTable } from './UserTable.tsx'
import type { UserAnswer } from '#plugins/system/user-wire.ts'
import { userPath, users, usersQuery } from './users.ts'
import './users.css'

const filterNames: readonly string[] = ['keyword', 'departmentId', 'role', 'positionLevel', 'enable']

type UserDialogState = { readonly kind: 'edit'; readonly user: UserAnswer | undefined } | { readonly kind: 'disable';
  readonly chosen: readonly UserAnswer[] } | {
  readonly kind: 'remove' | 'handOver'
  readonly user: UserAnswer
} | { readonly kind: 'password'; readonly name: string; readonly password: string }

/** The accounts with their departments and roles. */
export function UsersPage() {
  const { t } = useUserText()
  const isMobile = useIsMobile()
  const list = useListQuery(filterNames)
  const fields = useUserSearch()
  const answer = useQuery(usersQuery(useHttp(), list.query))
  const [open, setOpen] = useState<UserDialogState>()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const context = useUserActions((shown) => setOpen({ kind: 'password', ...shown }))
  const actions = actionsOf(context, setOpen)
  const ticked = (answer.data?.records ?? []).filter(({ id, enable }) => enable === 1 && chosen.includes(id))
  return (
    <ListPage
      title={t('title')}
      list={list}
      search={fields}
      answer={listed(answer)}
      skeleton={{ columns: ['12%', '10%', '16%', '12%', '18%', '10%', '12%'] }}
      empty={{ title: t('empty') }}
      noMatch={{ title: t('noMatch'), text: t('noMatchText') }}
      dialog={open && <OpenDialog open={open} onOpen={setOpen} />}
      actions={
        <Actions filters={list.query.filters} ticked={ticked.length} onDisable={() => setOpen({ kind: 'disable', chosen: ticked })}
          onAdd={() => setOpen({ kind: 'edit', user: undefined })} />
      }
    >
      {(rows, isRefreshing) =>
        isMobile
          ? <UserRows rows={rows} actions={actions} />
          : (
            <UserTable rows={rows} sort={list.query.sort} isRefreshing={isRefreshing} actions={actions} chosen={chosen} onChoose={setChosen}
              onSort={list.sort} />
          )}
    </ListPage>
  )
}

const actionsOf = ({ reset, enable }: ReturnType<typeof useUserActions>, onOpen: (open: UserDialogState) => void): UserActions => ({
  edit: (user) => onOpen({ kind: 'edit', user }),
  disable: (user) => onOpen({ kind: 'disable', chosen: [user] }),
  enable: (user) => void enable(user),
  reset: (user) => void reset(user),
  remove: (user) => onOpen({ kind: 'remove', user }),
  handOver: (user) => onOpen({ kind: 'handOver', user }),
})

interface ActionsProps {
  readonly filters: Readonly<Record<string, string>>
  /** The number of ticked ones that could be disabled. */
  readonly ticked: number
  onDisable(): void
  onAdd(): void
}

function Actions({ filters, ticked, onDisable, onAdd }: ActionsProps) {
  const { t } = useUserText()
  const client = useQueryClient()
  const title = { cn: cn.title, en: en.title }
  return (
    <>
      {ticked > 0 && <Button danger onClick={onDisable}>{t('disableTicked', { count: ticked })}</Button>}
      <ImportButton path={userPath} title={title} permission={canUser.import}
        onWritten={() => void client.invalidateQueries({ queryKey: [users] })} />
      <ExportButton path={userPath} title={title} permission={canUser.export} query={filters} />
      {may(canUser.add) && <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onAdd}>{t('add')}</Button>}
    </>
  )
}

function OpenDialog({ open, onOpen }: { open: UserDialogState; onOpen(open: UserDialogState | undefined): void }) {
  const close = () => onOpen(undefined)
  if (open.kind === 'password') return <PasswordDialog name={open.name} password={open.password} onClose={close} />
  if (open.kind === 'disable') return <DisableDialog chosen={open.chosen} onClose={close} />
  if (open.kind === 'handOver') return <HandOverDialog person={open.user} onClose={close} />
  if (open.kind === 'remove') return <RemoveDialog user={open.user} onClose={close} />
  return (
    <UserDialog user={open.user} onClose={close}
      onSaved={({ name, password }) => (password === null ? close() : onOpen({ kind: 'password', name, password }))} />
  )
}
