import { Radio, Select, Switch, Tree } from 'antd'
import { Suspense, useId, useState } from 'react'
import { EyeOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { person } from '#kernel/fields.ts'
import { useDepartments } from '#shell/start/directory.ts'
import type { DepartmentSummary } from '#shell/start/answers.ts'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { FieldInput } from '#shell/resource/renderers.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import type { Role, Scope, ScopeCode, ScopePreview } from '#plugins/system/access-wire.ts'
import { triedQuery, useRoleText } from '../roles.ts'
import { type RoleEditing, withScope } from '../draft.ts'
import { cn, en } from '../texts.ts'

export type ChosenScope = Omit<Scope, 'resource'>

const codes: readonly ScopeCode[] = [1, 2, 3, 4, 5, 6]
/** Scopes that can include sub-departments. */
const spreads: ReadonlySet<ScopeCode> = new Set([2, 3, 4])

interface ScopeChoiceProps {
  /** Undefined if not set. */
  readonly scope: ChosenScope | undefined
  /** The default scope, for resources without a scope of their own. */
  readonly isDefault: boolean
  readonly canEdit: boolean
  onChange(scope: ChosenScope | undefined): void
}

/** Editor of the scope of a resource, or of the default. */
export function ScopeChoice({ scope, isDefault, canEdit, onChange }: ScopeChoiceProps) {
  const { t } = useRoleText()
  const choose = (value: ScopeCode | 0) =>
    onChange(value === 0 ? undefined : { scope: value, withSub: scope?.withSub ?? true, deptIds: scope?.deptIds ?? [] })
  return (
    <>
      <Radio.Group className="oa-scope-kinds column surface framed round-8 flex" disabled={!canEdit} value={scope?.scope ?? 0}
        onChange={({ target }) => choose(target.value as ScopeCode | 0)}
      >
        <Radio value={0}>{t(isDefault ? 'scopeNone' : 'likeDefault')}</Radio>
        {codes.map((code) => <Radio key={code} value={code}>{t(`scope${code}`)}</Radio>)}
      </Radio.Group>
      {scope && <Reach scope={scope} canEdit={canEdit} onChange={onChange} />}
    </>
  )
}

/** Selected departments, and a switch to include sub-departments. */
function Reach({ scope, canEdit, onChange }: { scope: ChosenScope; canEdit: boolean; onChange(scope: ChosenScope): void }) {
  const { t } = useRoleText()
  const isListed = scope.scope === 2
  return (
    <>
      {spreads.has(scope.scope) && (
        <p className="oa-scope-sub row second small between">
          <span>{isListed && t('departments', { count: scope.deptIds.length })}</span>
          <label>
            <Switch size="small" disabled={!canEdit} checked={scope.withSub} onChange={(withSub) => onChange({ ...scope, withSub })} />{' '}
            {t('withSub')}
          </label>
        </p>
      )}
      {isListed && <UnitTree chosen={scope.deptIds} canEdit={canEdit} onChange={(deptIds) => onChange({ ...scope, deptIds })} />}
    </>
  )
}

/** Department tree with independent checkboxes; sub-departments are included by the switch. */
function UnitTree(
  { chosen, canEdit, onChange }: { chosen: readonly string[]; canEdit: boolean; onChange(chosen: readonly string[]): void },
) {
  const { t, name } = useRoleText()
  const data = treeOfUnits(useDepartments(), name)
  return (
    <div className="oa-scope-tree">
      <Tree checkable checkStrictly defaultExpandAll selectable={false} disabled={!canEdit} aria-label={t('scope2')} treeData={data}
        checkedKeys={[...chosen]} onCheck={(checked) => onChange((Array.isArray(checked) ? checked : checked.checked).map(String))} />
    </div>
  )
}

interface UnitNode {
  readonly key: string
  readonly title: string
  readonly children: UnitNode[]
}

/** Builds the department tree; units whose parent is not in the list become roots. */
function treeOfUnits(units: readonly DepartmentSummary[], name: (both: string) => string): UnitNode[] {
  const known = new Set(units.map(({ id }) => id))
  const below = (parent: string | null): UnitNode[] =>
    units.filter(({ parentId }) => (parentId && known.has(parentId) ? parentId : null) === parent).map((unit) => ({ key: unit.id,
      title: name(unit.name), children: below(unit.id) })
    )
  return below(null)
}

interface ScopePanelProps {
  readonly editing: RoleEditing
  readonly resources: readonly { readonly resource: string; readonly cn: string; readonly en: string }[]
  readonly canEdit: boolean
}

/** Data scopes of the role: the default, and deviations by resource. */
export function ScopePanel({ editing: { draft, change }, resources, canEdit }: ScopePanelProps) {
  const { t, label } = useRoleText()
  const id = useId()
  const [resource, setResource] = useState('*')
  const scope = draft.scopes.find((one) => one.resource === resource)
  const set = (next: ChosenScope | undefined) =>
    change({ scopes: withScope(draft.scopes, resource, next && { scope: next.scope, withSub: next.withSub, deptIds: next.deptIds }) })
  const isOwn = (name: string) => draft.scopes.some((one) => one.resource === name)
  return (
    <section className="oa-scope" aria-labelledby={`${id}-title`}>
      <header className="between">
        <h2 id={`${id}-title`}>{t('scope')}</h2>
        <Select aria-label={t('resource')} value={resource} onChange={setResource} popupMatchSelectWidth={240}
          options={[{ value: '*', label: t('scopeDefault') },
            ...resources.map((one) => ({ value: one.resource,
              label: isOwn(one.resource) ? t('scopeOwn', { name: label(one) }) : label(one) })
            )]} />
      </header>
      <ScopeChoice scope={scope} isDefault={resource === '*'} canEdit={canEdit} onChange={set} />
    </section>
  )
}

const who = person({ cn: cn.tryPerson, en: en.tryPerson, placeholder: { cn: cn.tryPerson, en: en.tryPerson } })

/** Preview of a person's data scopes: visible rows and departments per resource, and the roles that grant them. */
export function TryCard({ all }: { all: readonly Pick<Role, 'key' | 'name'>[] }) {
  const { t } = useRoleText()
  const id = useId()
  const [chosen, setChosen] = useState('')
  const answer = useQuery(triedQuery(useHttp(), chosen))
  return (
    <section className="oa-try stack gap-6" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <EyeOutlined aria-hidden /> {t('tryTitle')}
      </h2>
      <Suspense>
        <FieldInput id={id} aria-label={t('tryPerson')} field={who} value={chosen || null} context={{}}
          onChange={(value) => setChosen(String(value ?? ''))} />
      </Suspense>
      <small>{t('tryHint')}</small>
      {answer.isLoading && <RowsSkeleton rows={3} columns={['40%', '30%']} />}
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data?.admin && <p>{t('tryAdmin')}</p>}
      {answer.data && <Results {...answer.data} all={all} />}
    </section>
  )
}

interface ResultsProps {
  readonly admin: boolean
  readonly results: readonly ScopePreview[]
  readonly all: readonly Pick<Role, 'key' | 'name'>[]
}

/** Visible rows per resource; resources whose lists the person may not open are listed at the end. */
function Results({ admin, results, all }: ResultsProps) {
  const { t, label, locale } = useRoleText()
  const shut = results.filter(({ mayView }) => !mayView)
  return (
    <>
      <dl>{results.filter(({ mayView }) => mayView).map((one) => <Result key={one.resource} tried={one} isAdmin={admin} all={all} />)}</dl>
      {shut.length > 0 && (
        <p className="oa-try-shut muted line-top top-8">
          {t('tryShut', { count: shut.length })} <span className="second">{shut.map(label).join(locale === 'cn' ? '、' : ', ')}</span>
        </p>
      )}
    </>
  )
}

/** Result for a resource: departments with the granting roles, or only the person's own records. */
function Result({ tried, isAdmin, all }: { tried: ScopePreview; isAdmin: boolean; all: ResultsProps['all'] }) {
  const { t, label, name } = useRoleText()
  const called = (key: string) => name(all.find((role) => role.key === key)?.name ?? key)
  const opening = tried.reasons.filter(({ departments }) => departments === null || departments > 0)
  const units = tried.departments === null ? t('tryAll') : t('tryDepartments', { count: tried.departments.length })
  const isOwn = !isAdmin && tried.departments?.length === 0
  return (
    <div>
      <dt>{label(tried)}</dt>
      <dd className="num flat">
        <strong>{tried.seen}</strong> / {tried.all}
      </dd>
      <dd className="oa-try-why muted span-all flat">
        {isOwn
          ? <span>{t('tryOwn')}</span>
          : <span data-tip={tried.departments?.map((unit) => name(unit.name)).join('\n') || undefined}>{units}</span>}
        {!isOwn &&
          opening.map(({ role, scope }) => <span key={role}>{t('tryFrom', { role: called(role), scope: t(`scope${scope}`) })}</span>)}
      </dd>
    </div>
  )
}
