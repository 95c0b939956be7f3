import { DeleteOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, InputNumber, Radio, Select } from 'antd'
import { useId } from 'react'
import { type ApprovalNode, type CopyNode, type Flow, type StepTerminal, stepTerminals, type TimeoutAction } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { DesignView } from '../../../wire.ts'
import type { DocumentSample } from './ConditionEditor.tsx'
import { Labelled, pathsOf } from './fields.tsx'
import { FormStepChoice } from './FormStepChoice.tsx'
import { FoundToday, RuleEditor } from './RuleEditor.tsx'
import { renamedWith } from './rule-choices.ts'
import { blocksOf } from '../drawing/tree.ts'
import { actionName, conditionWords, factOf, type Naming } from '../wording/words.ts'

export interface PanelProps {
  readonly flow: Flow
  readonly form: Form
  readonly design: DesignView
  readonly naming: Naming
  readonly sample?: DocumentSample | undefined
}

interface StepPanelProps extends PanelProps {
  readonly step: ApprovalNode | CopyNode
  /** Replaces attributes; one that is undefined is removed. */
  onChange(part: Readonly<Record<string, unknown>>): void
  onRename(to: string): void
}

/** The attributes of a step, in one column. */
export function StepPanel(props: StepPanelProps) {
  const { step, naming, onChange, form, flow, sample } = props
  const { t } = naming.text
  const isCopy = step.block === 'copy'
  const rule = isCopy ? step.to : step.by
  return (
    <div className="oa-fd-fields">
      <StepNames step={step} naming={naming} onChange={onChange} />
      <section aria-label={t(isCopy ? 'recipients' : 'approvers')}>
        <h3>{t(isCopy ? 'recipients' : 'approvers')}</h3>
        <RuleEditor {...props} rule={rule} step={step.id}
          onChange={(next) =>
            onChange(isCopy ? { to: next } : { by: next, ...renamedWith(step, { before: rule, after: next }, naming) })} />
        <FoundToday rule={rule} flow={flow} form={form.key} naming={naming} sample={sample} />
      </section>
      {!isCopy && <Decision {...props} step={step} />}
      {!isCopy && <Duties {...props} step={step} />}
      {!isCopy && <Particulars {...props} step={step} />}
    </div>
  )
}

function StepNames({ step, naming: { text: { t } }, onChange }: Pick<StepPanelProps, 'step' | 'naming' | 'onChange'>) {
  return (
    <div className="oa-fd-pair flex gap-8">
      <Labelled label={t('nameCn')} isRequired problem={step.cn.trim() === '' ? t('required') : undefined}>
        {(id) => (
          <Input id={id} data-panel-first maxLength={100} value={step.cn} onChange={({ target }) => onChange({ cn: target.value })} />
        )}
      </Labelled>
      <Labelled label={t('nameEn')} isRequired problem={step.en.trim() === '' ? t('required') : undefined}>
        {(id) => <Input id={id} maxLength={100} value={step.en} onChange={({ target }) => onChange({ en: target.value })} />}
      </Labelled>
    </div>
  )
}

type ApprovalProps = Omit<StepPanelProps, 'step'> & { readonly step: ApprovalNode }

const modes = ['all', 'any', 'sequential', 'percentage'] as const

/** The way in which several people decide. */
function Decision({ step, naming, onChange }: ApprovalProps) {
  const { t } = naming.text
  const name = useId()
  const mode = typeof step.mode === 'object' ? 'percentage' : step.mode
  return (
    <section aria-label={t('decision')}>
      <h3>{t('decision')}</h3>
      <Radio.Group name={name} value={mode}
        onChange={({ target }) => onChange({ mode: target.value === 'percentage' ? { percentage: 60 } : target.value })}
        options={modes.map((each) => ({ value: each, label: t(`mode.${each}`) }))} />
      {typeof step.mode === 'object' && (
        <Labelled label={t('percentage')}>
          {(id) => (
            <InputNumber id={id} min={1} max={100} suffix="%" value={(step.mode as { percentage: number }).percentage}
              onChange={(percentage) => onChange({ mode: { percentage: percentage ?? 60 } })} />
          )}
        </Labelled>
      )}
      <Checkbox checked={step.veto !== false} onChange={({ target }) => onChange({ veto: target.checked ? undefined : false })}>
        {t('veto')}
      </Checkbox>
    </section>
  )
}

type Opinion = 'never' | 'always' | 'when'

const opinionOf = ({ opinionRequired }: ApprovalNode): Opinion =>
  opinionRequired === undefined ? 'never' : opinionRequired === true ? 'always' : 'when'

/** Opinions and fields that approvers enter at a step. */
function Duties({ step, flow, form, design, naming, onChange, onRename }: ApprovalProps) {
  const { t } = naming.text
  const opinion = opinionOf(step)
  const editable = pathsOf(naming,
    ({ kind, system, value }) => system !== true && value === undefined && kind !== 'title' && kind !== 'plaintext')
  const explanation = typeof step.opinionRequired === 'string' ? step.opinionRequired : ''
  return (
    <section aria-label={t('duties')}>
      <h3>{t('duties')}</h3>
      <FormStepChoice step={step.id} flow={flow} naming={naming} onRename={onRename} />
      <Labelled label={t('attribute.edits')} hint={t('editsHint')}>
        {(id) => (
          <Select id={id} mode="multiple" value={[...(step.edits ?? [])]} options={[...editable]} optionFilterProp="label"
            placeholder={t('noField')} onChange={(edits: string[]) => onChange({ edits: edits.length > 0 ? edits : undefined })} />
        )}
      </Labelled>
      <Labelled label={t('attribute.decidesOn')} hint={t('decidesOnHint')}>
        {(id) => (
          <Select id={id} mode="multiple" value={[...(step.decidesOn ?? [])]}
            options={[...pathsOf(naming, ({ kind }) => kind !== 'title' && kind !== 'plaintext')]} optionFilterProp="label"
            placeholder={t('allShown')} onChange={(paths: string[]) => onChange({ decidesOn: paths.length > 0 ? paths : undefined })} />
        )}
      </Labelled>
      {Object.values(form.fields).some(({ owner }) => owner !== undefined) && (
        <Checkbox checked={step.rows === 'own'} onChange={({ target }) => onChange({ rows: target.checked ? 'own' : undefined })}>
          {t('rowsOwn')}
        </Checkbox>
      )}
      <Labelled label={t('attribute.opinionRequired')}>
        {(id) => (
          <Select id={id} value={opinion}
            options={(['never', 'always', 'when'] as const).map((each) => ({ value: each, label: t(`opinion.${each}`) }))}
            onChange={(next: Opinion) => onChange({ opinionRequired: next === 'never' ? undefined : next === 'always' ? true : 'true' })} />
        )}
      </Labelled>
      {opinion === 'when' && (
        <Labelled label={t('opinionWhen')} hint={conditionWords(explanation, naming)}>
          {(id) => (
            <Input.TextArea id={id} className="oa-fd-code small" autoSize value={explanation} maxLength={4000} onChange={({ target }) =>
              onChange({ opinionRequired: target.value === '' ? true : target.value })} />
          )}
        </Labelled>
      )}
      {design.opinionFacts.length > 0 && (
        <Labelled label={t('attribute.opinionMustContain')}>
          {(id) => (
            <Select id={id} mode="multiple" value={(step.opinionMustContain ?? []).map(factOf)}
              options={design.opinionFacts.map((fact) => ({ value: fact.key, label: naming.text.label(fact) }))}
              placeholder={t('noneAsked')} onChange={(chosen: string[]) =>
              onChange({ opinionMustContain: chosen.length === 0 ?
                undefined :
                chosen.map((value) => step.opinionMustContain?.find((held) => factOf(held) === value) ?? value) })} />
          )}
        </Labelled>
      )}
      {design.explanations.length > 0 && (
        <Labelled label={t('attribute.explains')}>
          {(id) => (
            <Select id={id} allowClear value={step.explains} placeholder={t('noneAsked')}
              options={design.explanations.map((each) => ({ value: each.key, label: naming.text.label(each) }))}
              onChange={(explains: string | undefined) => onChange({ explains })} />
          )}
        </Labelled>
      )}
      <CheckList step={step} naming={naming} onChange={onChange} />
    </section>
  )
}

function CheckList({ step, naming, onChange }: Pick<ApprovalProps, 'step' | 'naming' | 'onChange'>) {
  const { t } = naming.text
  const items = step.checkList ?? []
  const put = (next: typeof items) => onChange({ checkList: next.length > 0 ? next : undefined })
  return (
    <div className="oa-fd-list stack gap-8 below-12" role="group" aria-label={t('attribute.checkList')}>
      <span className="oa-fd-label second block">{t('attribute.checkList')}</span>
      {items.map((item, at) => (
        <div key={item.id} className="oa-fd-pair flex gap-8">
          <Input aria-label={t('checkCn', { at: at + 1 })} maxLength={100} placeholder={t('nameCn')} value={item.cn}
            onChange={({ target }) => put(items.with(at, { ...item, cn: target.value }))} />
          <Input aria-label={t('checkEn', { at: at + 1 })} maxLength={100} placeholder={t('nameEn')} value={item.en}
            onChange={({ target }) => put(items.with(at, { ...item, en: target.value }))} />
          <Button type="text" aria-label={t('removeCheck', { at: at + 1 })} icon={<DeleteOutlined />}
            onClick={() => put(items.filter((_, index) => index !== at))} />
        </div>
      ))}
      <Button type="link" size="small" onClick={() => put([...items, { id: `item${crypto.randomUUID().slice(0, 6)}`, cn: '', en: '' }])}>
        {t('addCheck')}
      </Button>
    </div>
  )
}

const hideable = ['refuse', 'return', 'transfer', 'countersign', 'copy', 'comment'] as const

const terminals = Object.keys(stepTerminals) as StepTerminal[]

/** Hidden actions, terminals, automatic passes and the due time of a step. */
function Particulars({ step, flow, design, naming, onChange }: ApprovalProps) {
  const { t } = naming.text
  const hidden = new Set<string>(step.hidden ?? [])
  const others = [...hidden].filter((action) => !(hideable as readonly string[]).includes(action))
  const offered = [...hideable, ...others].filter((action) => !hidden.has(action))
  const flag = (attribute: 'manual' | 'confirms' | 'asksAdded', label: string) => (
    <Checkbox checked={step[attribute] === true} onChange={({ target }) => onChange({ [attribute]: target.checked ? true : undefined })}>
      {label}
    </Checkbox>
  )
  return (
    <section aria-label={t('particulars')}>
      <h3>{t('particulars')}</h3>
      <div role="group" className="oa-fd-list stack gap-8 below-12" aria-label={t('offeredActions')}>
        <span className="oa-fd-label second block">{t('offeredActions')}</span>
        <Checkbox.Group value={offered}
          options={[...hideable, ...others].map((action) => ({ value: action, label: actionName(action, naming.text) }))}
          onChange={(chosen) => {
            const next = [...hideable, ...others].filter((action) => !chosen.includes(action))
            onChange({ hidden: next.length > 0 ? next : undefined })
          }} />
      </div>
      <div role="group" className="oa-fd-list stack gap-8 below-12" aria-label={t('attribute.terminals')}>
        <span className="oa-fd-label block second">{t('attribute.terminals')}</span>
        <Checkbox.Group value={[...(step.terminals ?? terminals)]}
          options={terminals.map((value) => ({ value, label: naming.text.label(stepTerminals[value]) }))} onChange={(chosen) => {
          const next = terminals.filter((each) => chosen.includes(each))
          // a step that is decided nowhere would hold its documents
          if (next.length > 0) onChange({ terminals: next.length < terminals.length ? next : undefined })
        }} />
      </div>
      <Labelled label={t('attribute.hardToDecide')}>
        {(id) => (
          <Select id={id} allowClear value={step.hardToDecide} placeholder={t('notOffered')}
            options={(['one', 'two'] as const).map((each) => ({
              value: each,
              label: t(`hardToDecide.${each}`),
            }))} onChange={(next: string | undefined) => onChange({ hardToDecide: next })} />
        )}
      </Labelled>
      <Labelled label={t('attribute.dueHours')} hint={t('dueHoursHint')}>
        {(id) => (
          <InputNumber id={id} min={0} max={10_000} value={step.dueHours ?? null}
            onChange={(hours) => onChange({ dueHours: hours ?? undefined })} />
        )}
      </Labelled>
      <TimeOut step={step} flow={flow} design={design} naming={naming} onChange={onChange} />
      {flag('manual', t('attribute.manual'))}
      {flag('confirms', t('attribute.confirms'))}
      {flag('asksAdded', t('attribute.asksAdded'))}
      <Checkbox checked={step.excludes === 'initiator'}
        onChange={({ target }) => onChange({ excludes: target.checked ? 'initiator' : undefined })}
      >
        {t('attribute.excludes')}
      </Checkbox>
    </section>
  )
}

const timeOuts = ['remind', 'handOn', 'pass', 'refuse', 'return'] as const

/** Action on a task whose time is over. */
function TimeOut({ step, flow, design, naming, onChange }: Pick<ApprovalProps, 'step' | 'flow' | 'design' | 'naming' | 'onChange'>) {
  const { t, label, name } = naming.text
  const held = step.onTimeout
  const put = (onTimeout: TimeoutAction | undefined) => onChange({ onTimeout })
  const earlier = blocksOf(flow.steps).flatMap((
    block,
  ) => (block.block === 'approve' && block.id !== step.id ? [{ value: block.id, label: label(block) }] : []))
  const begin = (action: (typeof timeOuts)[number]): TimeoutAction => (action === 'handOn'
    ? { action, to: 'superior' }
    : action === 'return'
    ? { action, to: 'start' }
    : { action })
  return (
    <>
      <Labelled label={t('attribute.onTimeout')}>
        {(id) => (
          <Select id={id} allowClear value={held?.action} placeholder={t('timeout.remind')}
            options={timeOuts.map((action) => ({ value: action, label: t(
              `timeout.${action}`,
            ) }))} onChange={(action: (typeof timeOuts)[number] | undefined) => put(action && begin(action))} />
        )}
      </Labelled>
      {held?.action === 'handOn' && (
        <Labelled label={t('handOnTo')}>
          {(id) => (
            <Select id={id} showSearch optionFilterProp="label" value={held.to === 'superior' ? '' : held.to.role}
              options={[{ value: '', label: t('theirManager') },
                ...design.roles.map((role) => ({ value: role.key, label: name(role.name) }))]} onChange={(role: string) =>
              put({ action: 'handOn', to: role === ''
                ? 'superior' :
                { role } })} />
          )}
        </Labelled>
      )}
      {held?.action === 'return' && (
        <Labelled label={t('returnTo')}>
          {(id) => (
            <Select id={id} value={held.to} options={[{ value: 'start', label: t('initiator') }, ...earlier]} onChange={(to: string) =>
              put({ action: 'return', to })} />
          )}
        </Labelled>
      )}
    </>
  )
}

interface BranchPanelProps {
  readonly naming: Naming
  readonly isDefault: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
  onShift(by: -1 | 1): void
  onRemove(): void
}

/** The order of a branch with a condition, and its end. */
export function BranchPanel({ naming: { text: { t } }, isDefault, isFirst, isLast, onShift, onRemove }: BranchPanelProps) {
  if (isDefault) return <p className="oa-flow-quiet second">{t('otherwiseHint')}</p>
  return (
    <div className="oa-fd-fields">
      <p className="oa-flow-quiet second">{t('branchHint')}</p>
      <span className="oa-fd-add flex wrap gap-8">
        <Button icon={<UpOutlined />} disabled={isFirst} onClick={() => onShift(-1)}>{t('branchUp')}</Button>
        <Button icon={<DownOutlined />} disabled={isLast} onClick={() => onShift(1)}>{t('branchDown')}</Button>
      </span>
      <Button danger icon={<DeleteOutlined />} onClick={onRemove}>{t('removeBranch')}</Button>
    </div>
  )
}
