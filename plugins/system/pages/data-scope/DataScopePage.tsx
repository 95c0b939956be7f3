import { CopyOutlined, EyeOutlined, SearchOutlined } from '@ant-design/icons'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Button, Drawer, Form, Input, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import type { Label } from '#kernel/wording/label.ts'
import { definePartText } from '#fields/text.ts'
import { useHttp } from '#shell/backend.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { useCommand } from '#shell/command/use-command.ts'
import { may } from '#providers/permissions.ts'
import type { Http } from '#providers/http.ts'
import { canScope } from '#plugins/system/permissions.ts'
import type { Scope } from '#plugins/system/access-wire.ts'
import { type ChosenScope, ScopeChoice, TryCard } from '../roles/scopes/ScopeCards.tsx'
import { withScope } from '../roles/draft.ts'
import '../roles/roles.css'
import './data-scope.css'
import { rolePath, roles } from '../roles/roles.ts'
import { cn, en } from './texts.ts'

/** Saves all scopes of a role together; refusals are shown in the dialog. */
function useSave({ id, version }: ScopedRole, onSaved: () => void) {
  const { t } = useScopeText()
  const { run, isPending, problems: { '': problem }, setProblems } = useCommand({ touches: [[roles]], moved: t('changed'),
    place: () => '' })
  return {
    problem,
    setProblem: (problem: string) => setProblems({ '': problem }),
    isSaving: isPending,
    save: (scopes: readonly Scope[]) =>
      run((http) => http.put(`${rolePath}/${id}`, { version, scopes: wireOf(scopes) }, { quiet: true }), onSaved),
  }
}

const useScopeText = definePartText<keyof typeof cn>({ cn, en })

/** A role with all its scopes. */
interface ScopedRole {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly enable: boolean
  readonly version: number
  readonly scopes: readonly Scope[]
}

interface Resource extends Label {
  readonly resource: string
}

interface ScopeMatrix {
  readonly roles: readonly ScopedRole[]
  readonly resources: readonly Resource[]
}

const quiet = { quiet: true } as const

/** Query for the matrix; its key is below that of the roles, so that changes of roles invalidate it too. */
const matrixQuery = (http: Http) =>
  queryOptions({
    queryKey: [roles, 'matrix'],
    queryFn: async (): Promise<ScopeMatrix> => {
      const [known, resources, scopes] = await Promise.all([
        http.get<readonly Omit<ScopedRole, 'scopes'>[]>('/system/role/list', {}, quiet),
        http.get<readonly Resource[]>('/system/dataScope/resources', {}, quiet),
        http.query<readonly (Scope & { readonly roleId: string })[]>('/system/dataScope/page', {}, quiet),
      ])
      return { resources, roles: known.map((role) => ({ ...role, scopes: scopes.filter(({ roleId }) =>
        roleId === role.id
      ).map(({ resource, scope, withSub, deptIds }) => ({ resource, scope, withSub, deptIds })) })) }
    },
  })

/** Scopes in the form of the API calls. */
const wireOf = (scopes: readonly Scope[]): readonly Scope[] =>
  scopes.map(({ resource, scope, withSub, deptIds }) => ({ resource, scope, withSub, deptIds: scope === 2 ? deptIds : [] }))

type OpenDialog = { readonly kind: 'scope'; readonly role: ScopedRole; readonly resource: Resource | undefined } | { readonly kind: 'copy';
  readonly role: ScopedRole }

/** Matrix of data scopes by role and resource, with a preview for a person. */
export function DataScopePage() {
  const { t } = useScopeText()
  const answer = useQuery(matrixQuery(useHttp()))
  const [keyword, setKeyword] = useState('')
  const [resource, setResource] = useState<string>()
  const [isTrying, setIsTrying] = useState(false)
  return (
    <Page title={t('title')} footer={<span className="muted">{t('note')}</span>}
      actions={<Button icon={<EyeOutlined aria-hidden />} onClick={() => setIsTrying(true)}>{t('try')}</Button>}
      head={
        <Search keyword={keyword} onKeyword={setKeyword} resource={resource} onResource={setResource}
          known={answer.data?.resources ?? []} />
      }
    >
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <RowsSkeleton rows={12} columns={['16%', '10%', '10%', '10%', '10%', '10%']} />}
      {answer.data && <Scopes {...answer.data} keyword={keyword} resource={resource} />}
      <Drawer open={isTrying} width={400} title={t('try')} onClose={() => setIsTrying(false)} destroyOnHidden>
        <TryCard all={answer.data?.roles ?? []} />
      </Drawer>
    </Page>
  )
}

interface SearchProps {
  readonly keyword: string
  readonly resource: string | undefined
  readonly known: readonly Resource[]
  onKeyword(keyword: string): void
  onResource(resource: string | undefined): void
}

function Search({ keyword, resource, known, onKeyword, onResource }: SearchProps) {
  const { t, label } = useScopeText()
  return (
    <div className="oa-matrix-search flex wrap gap-8" role="search">
      <Input allowClear prefix={<SearchOutlined aria-hidden />} aria-label={t('search')} placeholder={t('search')} value={keyword}
        maxLength={60} onChange={({ target }) => onKeyword(target.value)} />
      <Select allowClear aria-label={t('resource')} placeholder={t('allResources')} value={resource} onChange={onResource}
        options={known.map((one) => ({ value: one.resource, label: label(one) }))} />
    </div>
  )
}

function Scopes({ roles, resources, keyword, resource }: ScopeMatrix & { keyword: string; resource: string | undefined }) {
  const { t } = useScopeText()
  const [open, setOpen] = useState<OpenDialog>()
  const needle = keyword.trim().toLowerCase()
  const found = roles.filter(({ name, key }) => `${name} ${key}`.toLowerCase().includes(needle))
  if (found.length === 0) return <StateView illustration="search" role="status" title={t('noMatch')} />
  const close = () => setOpen(undefined)
  return (
    <>
      <Matrix roles={found} resources={resources.filter((one) => resource === undefined || one.resource === resource)}
        onEdit={(role, of) => setOpen({ kind: 'scope', role, resource: of })} onCopy={(role) => setOpen({ kind: 'copy', role })} />
      {open?.kind === 'scope' && <ScopeDialog role={open.role} resource={open.resource} onClose={close} />}
      {open?.kind === 'copy' && <CopyDialog role={open.role} all={roles} onClose={close} />}
    </>
  )
}

interface ScopeDialogProps {
  readonly role: ScopedRole
  /** Undefined for the default scope. */
  readonly resource: Resource | undefined
  onClose(): void
}

/** Dialog for the scope of a role for one resource. */
function ScopeDialog({ role, resource, onClose }: ScopeDialogProps) {
  const { t, name, label } = useScopeText()
  const key = resource?.resource ?? '*'
  const [scope, setScope] = useState<ChosenScope | undefined>(() => role.scopes.find((one) => one.resource === key))
  const { problem, isSaving, save } = useSave(role, onClose)
  const title = t('editOf', { role: name(role.name), resource: resource ? label(resource) : t('byDefault') })
  const chosen = scope && { scope: scope.scope, withSub: scope.withSub, deptIds: scope.deptIds }
  return (
    <Modal open width={440} maskClosable={false} title={title} okText={t('save')} cancelText={t('cancel')} confirmLoading={isSaving}
      onCancel={onClose} onOk={() => void save(withScope(role.scopes, key, chosen))}
    >
      {problem && <p className="oa-record-problem round-6 red span-all pad-8-12" role="alert">{problem}</p>}
      <ScopeChoice scope={scope} isDefault={key === '*'} canEdit onChange={setScope} />
    </Modal>
  )
}

interface CopyDialogProps {
  readonly role: ScopedRole
  readonly all: readonly ScopedRole[]
  onClose(): void
}

/** Dialog that copies the scopes of another role. */
function CopyDialog({ role, all, onClose }: CopyDialogProps) {
  const { t, name } = useScopeText()
  const id = useId()
  const [from, setFrom] = useState<string>()
  const { problem, setProblem, isSaving, save } = useSave(role, onClose)
  const copy = () => {
    const like = all.find((one) => one.id === from)
    if (!like) return setProblem(t('required'))
    void save(like.scopes)
  }
  return (
    <Modal open width={440} maskClosable={false} title={t('copyOf', { name: name(role.name) })} okText={t('copyAct')}
      cancelText={t('cancel')} confirmLoading={isSaving} onCancel={onClose} onOk={copy}
    >
      <p className="oa-scope-copied">{t('copyText', { name: name(role.name) })}</p>
      <Form layout="vertical" onFinish={copy}>
        <Form.Item label={t('copyFrom')} htmlFor={id} required validateStatus={problem ? 'error' : undefined}
          help={problem && <span role="alert">{problem}</span>}
        >
          <Select id={id} showSearch optionFilterProp="label" placeholder={t('required')} value={from} onChange={setFrom}
            options={all.filter((one) => one.id !== role.id).map((one) => ({ value: one.id, label: name(one.name) }))} />
        </Form.Item>
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}

interface MatrixProps {
  readonly roles: readonly ScopedRole[]
  readonly resources: readonly Resource[]
  onEdit(role: ScopedRole, resource: Resource | undefined): void
  onCopy(role: ScopedRole): void
}

/** A row per role, a column for the default and each resource. */
function Matrix({ roles, resources, onEdit, onCopy }: MatrixProps) {
  const { t, label } = useScopeText()
  return (
    <div className="oa-matrix-scroll framed round-8 scroll">
      <table className="oa-matrix ruled">
        <thead>
          <tr>
            <th scope="col">{t('role')}</th>
            <th scope="col">{t('byDefault')}</th>
            {resources.map((one) => <th key={one.resource} scope="col">{label(one)}</th>)}
          </tr>
        </thead>
        <tbody>{roles.map((role) => <Line key={role.id} role={role} resources={resources} onEdit={onEdit} onCopy={onCopy} />)}</tbody>
      </table>
    </div>
  )
}

function Line({ role, resources, onEdit, onCopy }: { role: ScopedRole } & Omit<MatrixProps, 'roles'>) {
  const { t, name } = useScopeText()
  return (
    <tr>
      <th scope="row">
        <span>
          <span className="cut">{name(role.name)}</span>
          {!role.enable && <em>{t('off')}</em>}
          {may(canScope.edit) && (
            <Button type="text" size="small" icon={<CopyOutlined aria-hidden />} aria-label={`${t('copy')}: ${name(role.name)}`}
              data-tip={t('copy')} onClick={() => onCopy(role)} />
          )}
        </span>
      </th>
      {[undefined, ...resources].map((resource) => (
        <Cell key={resource?.resource ?? '*'} role={role} resource={resource} onEdit={() => onEdit(role, resource)} />
      ))}
    </tr>
  )
}

function Cell({ role, resource, onEdit }: { role: ScopedRole; resource: Resource | undefined; onEdit(): void }) {
  const { t, name, label } = useScopeText()
  const wordsOf = useScopeWords()
  const scope = role.scopes.find((one) => one.resource === (resource?.resource ?? '*'))
  const words = scope ? wordsOf(scope) : t(resource ? 'like' : 'none')
  const look = lookOf(scope, resource)
  // only deviations from the default are shown; an empty cell shows its action on hover
  const shown = scope ?? !resource ? <span>{words}</span> : (
    <>
      <span className="unseen">{words}</span>
      <em aria-hidden>{may(canScope.edit) && t('set')}</em>
    </>
  )
  if (!may(canScope.edit)) return <td className={look}>{shown}</td>
  return (
    <td className={look}>
      <button type="button" className="plain"
        aria-label={t('cellOf', { role: name(role.name), resource: resource ? label(resource) : t('byDefault'), scope: words })}
        onClick={onEdit}
      >
        {shown}
      </button>
    </td>
  )
}

function lookOf(scope: Scope | undefined, resource: Resource | undefined): string | undefined {
  if (!scope) return 'is-like'
  return resource && 'is-own'
}

/** Scopes that can include sub-departments. */
const spreads: ReadonlySet<number> = new Set([2, 3, 4])

function useScopeWords() {
  const { t } = useScopeText()
  return ({ scope, withSub, deptIds }: Scope): string => {
    const words = t(`short${scope}`, { count: deptIds.length })
    return withSub && spreads.has(scope) ? `${words} ${t('withSub')}` : words
  }
}
