import { useQuery } from '@tanstack/react-query'
import { useCallback, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button, Form, Input, Modal, Select } from 'antd'
import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { inSentence } from '#kernel/wording/label.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { useUnsavedQuestion } from '#shell/tabs/unsaved.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import '#shell/list/list.css'
import { may } from '#providers/permissions.ts'
import { canRole } from '#plugins/system/permissions.ts'
import type { Role, RoleDetail } from '#plugins/system/access-wire.ts'
import type { OpenGroups } from './permissions/PermissionMatrix.tsx'
import { RoleEditor } from './RoleEditor.tsx'
import { catalogueQuery, rolePath, roleQuery, roles, rolesQuery, useRoleText } from './roles.ts'
import './roles.css'

/** Roles on the left, the selected one in the middle, its scopes on the right; the selection is kept in the URL. */
export function RolesPage() {
  const { t } = useRoleText()
  const answer = useQuery(rolesQuery(useHttp()))
  if (answer.data) return <Roles all={answer.data} />
  return (
    <div className="oa-roles filled-column grid">
      <section className="oa-roles-list">
        <header className="between">
          <h1 className="bold">{t('title')}</h1>
        </header>
      </section>
      {answer.isError
        ? <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        : <RowsSkeleton rows={10} columns={['18%', '50%', '24%']} />}
    </div>
  )
}

function Roles({ all }: { readonly all: readonly Role[] }) {
  const [added, setAdded] = useState<{ readonly like: Role | undefined }>()
  const opening = useState<ReadonlySet<string>>()
  const [parameters, setParameters] = useSearchParams()
  const ask = useUnsavedQuestion()
  const isDirty = useRef(false)
  const setDirty = useCallback((dirty: boolean) => {
    isDirty.current = dirty
  }, [])
  const chosen = all.find(({ id }) => id === parameters.get('role')) ?? all[0]
  const go = (id: string | undefined) => setParameters(id === undefined ? {} : { role: id }, { replace: true })
  const choose = async (id: string) => {
    if (id !== chosen?.id && (!isDirty.current || (await ask({})))) go(id)
  }
  return (
    <div className="oa-roles filled-column grid">
      <RoleList all={all} chosen={chosen?.id} onChoose={(id) => void choose(id)}
        onAdd={may(canRole.add) ? () => setAdded({ like: undefined }) : undefined} />
      {chosen && (
        <Chosen key={chosen.id} role={chosen} all={all} opening={opening} onDirty={setDirty} onCopy={() => setAdded({ like: chosen })}
          onRemoved={() => go(undefined)} />
      )}
      {added && (
        <AddRoleDialog like={added.like} onClose={() => setAdded(undefined)} onAdded={(id) => {
          setAdded(undefined)
          go(id)
        }} />
      )}
    </div>
  )
}

interface ChosenProps {
  readonly role: Role
  readonly all: readonly Role[]
  /** Expanded permission groups, kept when another role is selected. */
  readonly opening: OpenGroups
  onDirty(isDirty: boolean): void
  onCopy(): void
  onRemoved(): void
}

function Chosen({ role, all, opening, onDirty, onCopy, onRemoved }: ChosenProps) {
  const { t, name } = useRoleText()
  const http = useHttp()
  const { run } = useCommand({ touches: [[roles, 'list']] })
  const dialogs = useDialogs()
  const detail = useQuery(roleQuery(http, role.id))
  const catalogue = useQuery(catalogueQuery(http))
  const failed = [detail, catalogue].find(({ isError }) => isError)
  const remove = async () => {
    const { confirm } = await dialogs()
    confirm({
      title: t('removeAsk', { name: name(role.name) }),
      content: t('removeText'),
      okText: t('remove'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      autoFocusButton: 'cancel',
      // the confirmation closes even if the deletion is refused
      onOk: () => run((client) => client.delete(`${rolePath}/${role.id}`).then(onRemoved)),
    })
  }
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (!detail.data || !catalogue.data) return <RowsSkeleton rows={10} columns={['30%', '40%', '20%']} />
  return (
    <RoleEditor role={detail.data} all={all} catalogue={catalogue.data} opening={opening} onDirty={onDirty} onCopy={onCopy}
      onRemove={() => void remove()} />
  )
}

interface AddRoleDialogProps {
  /** Role to copy; undefined for an empty one. */
  readonly like: Role | undefined
  onClose(): void
  onAdded(id: string): void
}

const fields = ['key', 'nameCn', 'nameEn'] as const

/** Dialog to add a role, empty or as a copy. */
function AddRoleDialog({ like, onClose, onAdded }: AddRoleDialogProps) {
  const { t, name } = useRoleText()
  const id = useId()
  const [value, setValue] = useState<Readonly<Record<string, string>>>({})
  const { run, isPending, problems, setProblems } = useCommand({ touches: [[roles]],
    place: (name) => fields.find((field) => field === name) ?? '' })
  const save = async () => {
    const empty = (['key', 'nameCn'] as const).filter((field) => !value[field]?.trim())
    if (empty.length > 0)
      return setProblems(Object.fromEntries(empty.map((field) => [field, t('required', { label: inSentence(t(field)) })])))
    await run((http) => http.post<RoleDetail>(rolePath, { ...value, copyFrom: like?.id }, { quiet: true, adds: true }),
      ({ id: made }) => onAdded(made))
  }
  return (
    <Modal open width={440} maskClosable={false} title={like ? t('copyTitle', { name: name(like.name) }) : t('add')} okText={t('save')}
      cancelText={t('cancel')} confirmLoading={isPending} onOk={() => void save()} onCancel={onClose}
    >
      {like && <p>{t('copyHint')}</p>}
      {problems[''] && <p className="oa-record-problem round-6 red span-all pad-8-12" role="alert">{problems['']}</p>}
      <Form layout="vertical" className="oa-record-form oa-role-new grid top-8" onFinish={() => void save()}>
        {fields.map((field) => {
          const help = problems[field] ?? (field === 'key' ? t('keyHint') : undefined)
          return (
            <Form.Item key={field} label={t(field)} htmlFor={`${id}-${field}`} required={field !== 'nameEn'}
              validateStatus={problems[field] ? 'error' : undefined} help={help && <span id={`${id}-${field}-help`}>{help}</span>}
            >
              <Input id={`${id}-${field}`} maxLength={field === 'key' ? 60 : 30} aria-invalid={problems[field] !== undefined}
                aria-required={field !== 'nameEn'} aria-describedby={help ? `${id}-${field}-help` : undefined} value={value[field] ?? ''}
                onChange={({ target }) => setValue((before) => ({ ...before, [field]: target.value }))} />
            </Form.Item>
          )
        })}
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}

interface RoleListProps {
  readonly all: readonly Role[]
  readonly chosen: string | undefined
  onChoose(id: string): void
  /** Adds a role; undefined without the right. */
  readonly onAdd: (() => void) | undefined
}

/** List of roles, searchable by name or key; on narrow screens a select. */
function RoleList({ onAdd, ...choice }: RoleListProps) {
  const { t } = useRoleText()
  const isMobile = useIsMobile()
  return (
    <section className="oa-roles-list">
      <header className="between">
        <h1 className="bold">
          {t('title')} <small className="num">{choice.all.length}</small>
        </h1>
        {onAdd && <Button type="text" icon={<PlusOutlined aria-hidden />} aria-label={t('add')} data-tip={t('add')} onClick={onAdd} />}
      </header>
      {isMobile ? <RoleSelect {...choice} /> : <RoleNav {...choice} />}
    </section>
  )
}

type ChoiceProps = Omit<RoleListProps, 'onAdd'>

function RoleNav({ all, chosen, onChoose }: ChoiceProps) {
  const { t, name } = useRoleText()
  const [keyword, setKeyword] = useState('')
  const found = all.filter((role) => `${role.name} ${role.key}`.toLowerCase().includes(keyword.trim().toLowerCase()))
  return (
    <nav aria-label={t('roles')}>
      <Input allowClear prefix={<SearchOutlined aria-hidden />} aria-label={t('search')} placeholder={t('search')} value={keyword}
        maxLength={60} onChange={({ target }) => setKeyword(target.value)} />
      {found.length === 0 && <StateView illustration="search" role="status" title={t('none')} />}
      <ul>
        {found.map((role) => (
          <li key={role.id}>
            <button type="button" className="plain" aria-current={role.id === chosen ? 'true' : undefined}
              onClick={() => onChoose(role.id)}
            >
              <span className="cut">{name(role.name)}</span>
              {!role.enable && <em>{t('off')}</em>}
              <span className="num">
                <span className="unseen">{t('members')}{' '}</span>
                {role.members}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function RoleSelect({ all, chosen, onChoose }: ChoiceProps) {
  const { t, name } = useRoleText()
  return (
    <Select showSearch className="oa-roles-select" aria-label={t('roles')} value={chosen} optionFilterProp="label"
      options={all.map((role) => ({ value: role.id, label: name(role.name) }))} onChange={onChoose} />
  )
}
