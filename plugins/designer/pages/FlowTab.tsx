import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Form as AntForm, Select, Tag } from 'antd'
import { Link } from 'react-router'
import type { ApprovalMode, ApprovalNode, ApproverRule, Block, CopyNode } from '#kernel/flow.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Label } from '#kernel/wording/label.ts'
import { withForm } from '../model/content.ts'
import type { FormDesign } from '../wire.ts'
import { useRoles } from './calls.ts'
import { useDesigning } from './designing.ts'
import { ConditionControl } from './parts/ConditionControl.tsx'
import { Labelled, TextControl } from './parts/controls.tsx'
import { useDesignerText } from './texts.ts'

/** Rules for approvers that can be chosen here; the others are drawn in the designer of flows. */
const simple = ['departmentHead', 'superior', 'generalManager', 'role', 'person', 'selectUser'] as const
type SimpleRule = (typeof simple)[number]

/** Names of steps by their rule; a step with one of them is renamed with its rule. */
const standardNames: Readonly<Record<SimpleRule, Label>> = {
  departmentHead: { cn: '部门负责人', en: 'Department head' },
  superior: { cn: '直接上级', en: 'Superior' },
  generalManager: { cn: '总经理', en: 'General manager' },
  role: { cn: '审批', en: 'Approval' },
  person: { cn: '审批', en: 'Approval' },
  selectUser: { cn: '自选审批人', en: 'Chosen approvers' },
}

const hasStandardName = (step: Label): boolean => Object.values(standardNames).some(({ cn, en }) => step.cn === cn && step.en === en)

const isSimple = (rule: ApproverRule): boolean => (simple as readonly string[]).includes(rule.rule)

/** The steps of a flow without branches, one after the other, some under a condition; a flow with more than that is drawn elsewhere. */
export function FlowTab({ design, shown }: { design: FormDesign; shown: string | undefined }) {
  const { content, apply, isReadOnly, problems } = useDesigning()
  const { t, label } = useDesignerText()
  const { flow } = content.form
  const isPlain = flow.steps.every(({ block }) => block === 'approve' || block === 'copy')
  const put = (steps: readonly Block[], place?: string) => apply(withForm(content, { flow: { ...flow, steps } }), place)
  const add = () => {
    const ids = new Set(nodesOf(flow).map(({ id }) => id))
    let number = flow.steps.length + 1
    while (ids.has(`step${number}`)) number += 1
    const added: ApprovalNode = { block: 'approve', id: `step${number}`, by: { rule: 'departmentHead' }, mode: 'any',
      ...standardNames.departmentHead }
    // copies follow the approvals
    const end = flow.steps.findIndex(({ block }) => block === 'copy')
    put(flow.steps.toSpliced(end < 0 ? flow.steps.length : end, 0, added))
  }
  const approvals = nodesOf(flow).filter(({ block }) => block === 'approve').length
  const found = problems.filter(({ part }) => part === 'flow')
  const address = `/approval-config?id=${encodeURIComponent(content.form.key)}`
  return (
    <AntForm layout="vertical" component={false} disabled={isReadOnly}>
      <div className="oa-ff-page stack filled-column gap-12 scroll">
        <Alert type="info" showIcon message={t('flowHere')} description={design.version === null ? t('flowAfterPublish') : (
          <>
            {t('flowElsewhere')} <Link to={address}>{t('openFlow')}</Link>
          </>
        )} />
        {found.length > 0 && (
          <ul className="oa-ff-problems red small" role="alert">
            {found.map(({ where, text }) => <li key={where + text.en}>{label(text)}</li>)}
          </ul>
        )}
        {!isPlain && <p className="oa-ff-quiet small">{t('flowHasBranches')}</p>}
        <ol className="oa-ff-steps">
          {nodesOf(flow).map((step, at) => (
            <StepCard key={step.id} step={step} isShown={step.id === shown} isOpen={isPlain && !isReadOnly} isLast={approvals === 1}
              onChange={(next, place) => put(flow.steps.with(at, next), place)} onRemove={() => put(flow.steps.toSpliced(at, 1))} />
          ))}
        </ol>
        {isPlain && !isReadOnly && <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={add}>{t('addStep')}</Button>}
      </div>
    </AntForm>
  )
}

interface StepCardProps {
  readonly step: ApprovalNode | CopyNode
  readonly isShown: boolean
  readonly isOpen: boolean
  readonly isLast: boolean
  onChange(step: ApprovalNode | CopyNode, place: string): void
  onRemove(): void
}

function StepCard({ step, isShown, isOpen, isLast, onChange, onRemove }: StepCardProps) {
  const { t, label } = useDesignerText()
  const isCopy = step.block === 'copy'
  return (
    <li className="oa-ff-rule framed round-8" data-selected={isShown || undefined} aria-label={label(step)}>
      <div className="oa-ff-rule-head row wrap gap-8">
        <strong>{label(step)}</strong>
        {isCopy && <Tag>{t('copyStep')}</Tag>}
        {step.when !== undefined && <code className="oa-ff-quiet small">{step.when}</code>}
        <span className="grow" />
        {isOpen && (
          <Button type="text" size="small" icon={<DeleteOutlined />} disabled={!isCopy && isLast}
            aria-label={t('removeStep', { name: label(step) })} onClick={onRemove} />
        )}
      </div>
      <div className="oa-ff-rule-body">
        <div className="oa-ff-pair grid halves gap-0-12">
          <TextControl label={t('labelCn')} isRequired max={30} value={step.cn}
            onChange={(cn) => isOpen && onChange({ ...step, cn }, `${step.id} cn`)} />
          <TextControl label={t('labelEn')} isRequired max={60} value={step.en}
            onChange={(en) => isOpen && onChange({ ...step, en }, `${step.id} en`)} />
        </div>
        <StepRoute step={step} isOpen={isOpen} onChange={onChange} />
      </div>
    </li>
  )
}

/** The approvers of a step, and its condition. */
function StepRoute({ step, isOpen, onChange }: Pick<StepCardProps, 'step' | 'isOpen' | 'onChange'>) {
  const { t } = useDesignerText()
  const { id, when } = step
  return (
    <>
      <div className="oa-ff-triple grid gap-0-12">
        {step.block !== 'copy' && <Approvers step={step} isOpen={isOpen} onChange={(next) => onChange(next, `${id} by`)} />}
        {isOpen && <Entering step={step} onChange={(next) => onChange(next, `${id} when`)} />}
      </div>
      {isOpen && when !== undefined && (
        <ConditionControl label={t('stepEnteredWhen')} hint={t('conditionHint')} value={when} onChange={(next) =>
          onChange({ ...step, when: next }, `${id} when`)} />
      )}
    </>
  )
}

/** Whether a step is entered always, or under a condition on what was filed. */
function Entering({ step, onChange }: { step: ApprovalNode | CopyNode; onChange(step: ApprovalNode | CopyNode): void }) {
  const { t } = useDesignerText()
  const { when, ...always } = step
  return (
    <Labelled label={t('stepEntered')}>
      {(id) => (
        <Select id={id} value={when === undefined ? 'always' : 'condition'}
          options={(['always', 'condition'] as const).map((value) => ({ value, label: t(`stepEntered.${value}`) }))}
          onChange={(next) => onChange(next === 'always' ? always : { ...step, when: 'true' })} />
      )}
    </Labelled>
  )
}

const modes = ['any', 'all', 'sequential'] as const

function Approvers({ step, isOpen, onChange }: { step: ApprovalNode; isOpen: boolean; onChange(step: ApprovalNode): void }) {
  const { content } = useDesigning()
  const { t, label, name } = useDesignerText()
  const roles = useRoles()
  const { by, mode } = step
  const people = Object.entries(content.form.fields).filter(([, { kind }]) => kind === 'person' || kind === 'people')
    .map(([value, field]) => ({ value, label: label(field) }))
  if (!isSimple(by)) return <p className="oa-ff-quiet small">{t('ruleElsewhere')}</p>
  const choose = (rule: SimpleRule) =>
    onChange({ ...step, ...(hasStandardName(step) && standardNames[rule]),
      by: ruleOf(rule, { role: roles[0]?.key, field: people[0]?.value }) })
  return (
    <>
      <Labelled label={t('approver')}>
        {(id) => (
          <Select id={id} disabled={!isOpen} value={by.rule as SimpleRule}
            options={simple.map((value) => ({ value, label: t(`approver.${value}`) }))} onChange={choose} />
        )}
      </Labelled>
      {by.rule === 'role' && (
        <Labelled label={t('role')}>
          {(id) => (
            <Select id={id} disabled={!isOpen} showSearch optionFilterProp="label" value={by.role} onChange={(role: string) =>
              onChange({ ...step, by: { rule: 'role', role } })}
              options={roles.map((role) => ({ value: role.key, label: name(role.name) }))} />
          )}
        </Labelled>
      )}
      {by.rule === 'person' && (
        <Labelled label={t('personField')}>
          {(id) => (
            <Select id={id} disabled={!isOpen} value={by.field} options={people} onChange={(field: string) =>
              onChange({ ...step, by: { rule: 'person', field } })} />
          )}
        </Labelled>
      )}
      {typeof mode === 'string' && (
        <Labelled label={t('mode')}>
          {(id) => (
            <Select id={id} disabled={!isOpen} value={mode} options={modes.map((value) => ({ value, label: t(`mode.${value}`) }))}
              onChange={(next: ApprovalMode) => onChange({ ...step, mode: next })} />
          )}
        </Labelled>
      )}
    </>
  )
}

function ruleOf(rule: SimpleRule,
  { role = 'admin', field = 'applicant' }: { role: string | undefined; field: string | undefined }): ApproverRule {
  if (rule === 'role') return { rule, role }
  if (rule === 'person') return { rule, field }
  if (rule === 'superior') return { rule, levels: 1 }
  if (rule === 'selectUser') return { rule, size: 10, canAdd: true }
  return { rule }
}
