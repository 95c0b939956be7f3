import { CopyOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Modal, Select, TreeSelect } from 'antd'
import { useMemo, useState } from 'react'
import { useHttp } from '#shell/backend.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ExportButton, ImportButton } from '#shell/resource/transfer/TransferButtons.tsx'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import type { SearchField } from '#shell/list/SearchForm.tsx'
import { useDepartments, useDictionary } from '#shell/start/directory.ts'
import { may } from '#providers/permissions.ts'
import type { WritingHttp } from '#providers/http.ts'
import { canUser } from '#plugins/system/permissions.ts'
import type { UserAnswer } from '#plugins/system/access-wire.ts'
import { HandOverDialog } from '../organisation/HandOverDialog.tsx'
import { DisableDialog } from './DisableDialog.tsx'
import { cn, en } from './texts.ts'
import { RowActions, State, type UserActions, UserName, UserTable } from './UserTable.tsx'
import { roleOptionsQuery, userPath, users, usersQuery, useUserText } from './users.ts'
import { UserDialog } from './UserDialog.tsx'
import { ImpactDialog } from '../organisation/ImpactDialog.tsx'
import '../organisation/organisation.css'
import './users.css'

const filterNames: readonly string[] = ['keyword', 'departmentId', 'role', 'positionLevel', 'enable']

type UserDialogState = { readonly kind: 'edit'; readonly user: UserAnswer | undefined } | { readonly kind: 'disable';
  readonly chosen: readonly UserAnswer[] } | {
  readonly kind: 'remove' | 'handOver'
  readonly user: UserAnswer
} | { readonly kind: 'password'; readonly name: string; readonly password: string }

/** Accounts with departments and roles. */
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
  /** Number of selected accounts that can be disabled. */
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

/** Dialog to delete an account, with its usages. */
function RemoveDialog({ user, onClose }: { user: UserAnswer; onClose(): void }) {
  const { t, name } = useUserText()
  return (
    <ImpactDialog title={t('removeAsk', { name: name(user.name) })} subject={{ person: user.id }} verb={t('remove')} isDangerous
      touches={[[users]]} onDo={(http) => http.delete(`${userPath}/${user.id}`, {}, { quiet: true })} onClose={onClose}
    >
      <p>{t('removeText')}</p>
    </ImpactDialog>
  )
}

/** Accounts as two-line rows on narrow screens. */
function UserRows({ rows, actions }: { rows: readonly UserAnswer[]; actions: UserActions }) {
  const { name } = useUserText()
  return (
    <ul className="oa-rows oa-user-rows">
      {rows.map((user) => (
        <li key={user.id}>
          <div className="oa-row grid">
            <span className="oa-row-first medium gap-8 narrow row">
              <UserName user={user} />
            </span>
            <span className="oa-row-second cut muted line-18">
              {[user.userName, name(user.departments[0]?.name), name(user.position)].filter(Boolean).join(' · ')} · <State user={user} />
            </span>
            <span className="oa-row-amount medium">
              <RowActions user={user} actions={actions} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}

interface PasswordDialogProps {
  /** Name of the person. */
  readonly name: string
  readonly password: string
  onClose(): void
}

/** Shows a generated password once; not closed by a click outside. */
function PasswordDialog({ name, password, onClose }: PasswordDialogProps) {
  const { t } = useUserText()
  const [isCopied, setIsCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(password).then(() => setIsCopied(true), () => undefined)
  return (
    <Modal open width={440} maskClosable={false} keyboard={false} closable={false} title={t('newPassword', { name })}
      footer={<Button type="primary" onClick={onClose}>{t('close')}</Button>}
    >
      <p>{t('newPasswordText')}</p>
      <p className="oa-password row subtle framed round-6 gap-12 between">
        <code>{password}</code>
        <Button icon={<CopyOutlined aria-hidden />} onClick={copy}>{t(isCopied ? 'copied' : 'copy')}</Button>
      </p>
      <span className="unseen" role="status">{isCopied && t('copied')}</span>
    </Modal>
  )
}

/** Actions on an account with confirmation; the HTTP client shows refusals. */
function useUserActions(onPassword: (shown: { readonly name: string; readonly password: string }) => void) {
  const { t, name } = useUserText()
  const { run } = useCommand({ touches: [[users]] })
  const dialogs = useDialogs()
  const confirmed = async (title: string, content: string,
    { button, danger = false, work }: { readonly button: string; readonly danger?: boolean;
      work(http: WritingHttp): Promise<unknown> }) => {
    const { confirm } = await dialogs()
    confirm({ title, content, okText: button, okButtonProps: { danger }, cancelText: t('cancel'), autoFocusButton: 'cancel',
      onOk: () => run(work) })
  }
  return {
    reset: (user: UserAnswer) => {
      const called = name(user.name)
      const work = async (http: WritingHttp) => {
        const { password } = await http.put<{ password: string }>(`${userPath}/${user.id}/resetPwd`)
        onPassword({ name: called, password })
      }
      return confirmed(t('resetAsk', { name: called }), t('resetText'), { button: t('resetPassword'), work })
    },
    enable: (user: UserAnswer) => run((http) => http.put(`${userPath}/${user.id}/enable`, { enable: true, version: user.version })),
  }
}

/** Search fields of the accounts. */
function useUserSearch(): readonly SearchField[] {
  const { t, name, locale } = useUserText()
  const departments = useDepartments()
  const levels = useDictionary('positionLevel')
  const { data: roles } = useQuery(roleOptionsQuery(useHttp()))
  return useMemo<readonly SearchField[]>(() => [
    {
      name: 'keyword',
      label: t('keyword'),
      draw: ({ id, value, onChange, label }) => (
        <Input id={id} allowClear prefix={<SearchOutlined aria-hidden />} placeholder={label} aria-label={label} value={value ?? ''}
          maxLength={100} onChange={({ target }) => onChange(target.value)} />
      ),
    },
    {
      name: 'departmentId',
      label: t('department'),
      draw: ({ id, value, onChange, label }) => (
        <TreeSelect id={id} allowClear showSearch treeNodeFilterProp="title" placeholder={label} aria-label={label} value={value}
          treeDataSimpleMode popupMatchSelectWidth={280}
          treeData={departments.map((unit) => ({ id: unit.id, pId: unit.parentId ?? 0, value: unit.id, title: name(unit.name) }))}
          onChange={(chosen: string | undefined) => onChange(chosen)} />
      ),
    },
    {
      name: 'role',
      label: t('role'),
      draw: ({ id, value, onChange, label }) => (
        <Select id={id} allowClear showSearch placeholder={label} aria-label={label} value={value} optionFilterProp="label"
          popupMatchSelectWidth={240} options={(roles ?? []).map(({ key, name: both }) => ({ value: key, label: name(both) }))}
          onChange={(chosen: string | undefined) => onChange(chosen)} />
      ),
    },
    {
      name: 'positionLevel',
      label: t('positionLevel'),
      draw: ({ id, value, onChange, label }) => (
        <Select id={id} allowClear placeholder={label} aria-label={label} value={value}
          options={levels.map((level) => ({ value: level.value, label: level[locale] }))}
          onChange={(chosen: string | undefined) => onChange(chosen)} />
      ),
    },
    {
      name: 'enable',
      label: t('state'),
      draw: ({ id, value, onChange, label }) => (
        <Select id={id} allowClear placeholder={label} aria-label={label} value={value}
          options={[{ value: '1', label: t('enabled') }, { value: '0', label: t('disabled') }]}
          onChange={(chosen: string | undefined) => onChange(chosen)} />
      ),
    },
  ], [t, name, locale, departments, levels, roles])
}
