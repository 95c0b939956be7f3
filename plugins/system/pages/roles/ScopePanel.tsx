import { Radio, Select, Switch, Tree } from 'antd'
import { useId, useState } from 'react'
import { useDepartments } from '../../../../src/shell/start/directory.ts'
import { treeOfUnits } from './unit-tree.ts'
import { withScope } from './draft.ts'
import type { Scope, ScopeCode } from './roles.ts'
import { useRoleText } from './text.ts'
import type { RoleEditing } from './use-role.ts'

interface ScopePanelProps {
  readonly editing: RoleEditing
  readonly resources: readonly { readonly resource: string; readonly cn: string; readonly en: string }[]
  readonly canEdit: boolean
}

const codes: readonly ScopeCode[] = [1, 2, 3, 4, 5, 6]
/** Scopes that go further with the units below. */
const spreads: ReadonlySet<ScopeCode> = new Set([2, 3, 4])

/** How far the role sees: by default, and where a resource differs from it. */
export function ScopePanel({ editing: { draft, change }, resources, canEdit }: ScopePanelProps) {
  const { t, label } = useRoleText()
  const id = useId()
  const [resource, setResource] = useState('*')
  const scope = draft.scopes.find((one) => one.resource === resource)
  const set = (next: Omit<Scope, 'resource'> | undefined) => change({ scopes: withScope(draft.scopes, resource, next && { scope: next.scope, withSub: next.withSub, deptIds: next.deptIds }) })
  const isOwn = (name: string) => draft.scopes.some((one) => one.resource === name)
  const choose = (value: ScopeCode | 0) => set(value === 0 ? undefined : { scope: value, withSub: scope?.withSub ?? true, deptIds: scope?.deptIds ?? [] })
  return (
    <section className="oa-scope" aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{t('scope')}</h2>
        <Select aria-label={t('resource')} value={resource} onChange={setResource} popupMatchSelectWidth={240}
          options={[{ value: '*', label: t('scopeDefault') }, ...resources.map((one) => ({ value: one.resource, label: isOwn(one.resource) ? t('scopeOwn', { name: label(one) }) : label(one) }))]} />
      </header>
      <Radio.Group className="oa-scope-kinds" disabled={!canEdit} value={scope?.scope ?? 0} onChange={({ target }) => choose(target.value as ScopeCode | 0)}>
        <Radio value={0}>{t(resource === '*' ? 'scopeNone' : 'likeDefault')}</Radio>
        {codes.map((code) => <Radio key={code} value={code}>{t(`scope${code}`)}</Radio>)}
      </Radio.Group>
      {scope && <Reach scope={scope} canEdit={canEdit} onChange={set} />}
    </section>
  )
}

/** Which departments, and whether those below come along. */
function Reach({ scope, canEdit, onChange }: { scope: Scope; canEdit: boolean; onChange(scope: Scope): void }) {
  const { t } = useRoleText()
  const isListed = scope.scope === 2
  return (
    <>
      {spreads.has(scope.scope) && (
        <p className="oa-scope-sub">
          <span>{isListed && t('departments', { count: scope.deptIds.length })}</span>
          <label><Switch size="small" disabled={!canEdit} checked={scope.withSub} onChange={(withSub) => onChange({ ...scope, withSub })} /> {t('withSub')}</label>
        </p>
      )}
      {isListed && <UnitTree chosen={scope.deptIds} canEdit={canEdit} onChange={(deptIds) => onChange({ ...scope, deptIds })} />}
    </>
  )
}

/** Units ticked one by one: whether those below come along is said by the switch. */
function UnitTree({ chosen, canEdit, onChange }: { chosen: readonly string[]; canEdit: boolean; onChange(chosen: readonly string[]): void }) {
  const { t, name } = useRoleText()
  const data = treeOfUnits(useDepartments(), name)
  return (
    <div className="oa-scope-tree">
      <Tree checkable checkStrictly defaultExpandAll selectable={false} disabled={!canEdit} aria-label={t('scope2')} treeData={data} checkedKeys={[...chosen]}
        onCheck={(checked) => onChange((Array.isArray(checked) ? checked : checked.checked).map(String))} />
    </div>
  )
}
