import { Radio, Switch, Tree } from 'antd'
import { useDepartments } from '#shell/start/directory.ts'
import type { Scope, ScopeCode } from '#plugins/system/role-wire.ts'
import type { DepartmentSummary } from '#shell/start/answers.ts'
import { useRoleText } from '../text.ts'

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
      <Radio.Group className="oa-scope-kinds" disabled={!canEdit} value={scope?.scope ?? 0}
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
        <p className="oa-scope-sub">
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
