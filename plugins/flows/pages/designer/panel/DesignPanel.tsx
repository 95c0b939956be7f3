import { DeleteOutlined } from '@ant-design/icons'
import { Button, Form as AntForm, InputNumber, Select, Switch } from 'antd'
import type { Flow, FlowSettings } from '#kernel/flow.ts'
import { multiselect, people } from '#kernel/fields.ts'
import type { Starters } from '#kernel/flow/starters.ts'
import { branchKey, type Selection } from '../drawing/Canvas.tsx'
import { BranchPanel, type PanelProps, StepPanel } from './StepPanel.tsx'
import { freshId, newStep } from '../drawing/templates.ts'
import { addBranch, change, type Fork, moveBranch, renameStep, type Step, unwrap, wrap, changeSettings } from '../drawing/tree.ts'
import { type Chosen, withAttributes } from '../use-designing.ts'
import type { Naming } from '../wording/words.ts'
import { KindControl, Labelled } from './fields.tsx'
import { named } from '../texts.ts'

interface DesignPanelProps extends PanelProps {
  readonly chosen: Chosen
  readonly isReadOnly: boolean
  /** A condition for new branches. */
  readonly when: string
  onChange(flow: Flow): void
  onSelect(key: Selection | undefined): void
  onDrop(id: string): void
  onDropBranch(fork: string, at: number): void
}

/** The attributes of what is selected, or those of the whole flow. */
export function DesignPanel(props: DesignPanelProps) {
  const { chosen: { block, step, fork }, flow, design, naming, isReadOnly, onChange } = props
  return (
    <AntForm layout="vertical" component={false} disabled={isReadOnly}>
      <PanelHead title={titleOf(props.chosen, naming)} code={block?.id} onRemove={removalOf(props)}
        removeText={naming.text.t(step ? 'removeStep' : 'removeBlock')} />
      {step && <ChosenStep {...props} step={step} />}
      {fork && !isReadOnly && <ChosenFork {...props} fork={fork} />}
      {!block && <SettingsPanel flow={flow} design={design} naming={naming} onChange={onChange} />}
    </AntForm>
  )
}

/** Removes the block that is selected; undefined where nothing, or only a branch of it, is. */
function removalOf({ chosen: { block, branch }, isReadOnly, onDrop }: DesignPanelProps): (() => void) | undefined {
  return block && branch === undefined && !isReadOnly ? () => onDrop(block.id) : undefined
}

function titleOf({ step, fork, branch }: Chosen, { text: { t, label } }: Naming): string {
  if (step) return label(step) || t('noName')
  if (branch !== undefined) return t('branch')
  return fork ? t(`block.${fork.block}`) : t('settings')
}

function ChosenStep({ step, isReadOnly, when, onChange, onSelect, ...panel }: DesignPanelProps & { readonly step: Step }) {
  const { flow, form, design, naming, sample } = panel
  return (
    <>
      <StepPanel key={step.id} step={step} flow={flow} form={form} design={design} naming={naming} sample={sample}
        onChange={(part) => onChange(change(flow, step.id, (each) => withAttributes(each, part)))} onRename={(to) => {
        onChange(renameStep(flow, step.id, to))
        onSelect(to)
      }} />
      {!isReadOnly && (
        <span className="oa-fd-add flex wrap gap-8">
          {(['exclusive', 'parallel'] as const).map((kind) => (
            <Button key={kind} size="small" onClick={() =>
              onChange(wrap(flow, step.id, { id: freshId('branches'), kind, when, beside: newStep() }))}
            >
              {naming.text.t(`wrap.${kind}`)}
            </Button>
          ))}
        </span>
      )}
    </>
  )
}

/** A block with branches, or the branch of it that is selected. */
function ChosenFork({ fork, chosen: { branch }, flow, naming, when, onChange, onSelect, onDropBranch }: DesignPanelProps & {
  readonly fork: Fork
}) {
  if (branch === undefined)
    return (
      <ForkPanel fork={fork} text={naming.text}
        onKind={(kind) => onChange(change<Fork>(flow, fork.id, (each) => ({ ...each, block: kind }) as Fork))}
        onAdd={() => onChange(addBranch(flow, fork.id, { when, step: newStep() }))} onUnwrap={() => {
        onChange(unwrap(flow, fork.id))
        onSelect(undefined)
      }} />
    )
  return (
    <BranchPanel naming={naming} isDefault={fork.block !== 'parallel' && branch === fork.branches.length} isFirst={branch === 0}
      isLast={branch === fork.branches.length - 1} onShift={(by) => {
      onChange(moveBranch(flow, fork.id, branch, branch + by))
      onSelect(branchKey(fork.id, branch + by))
    }} onRemove={() => onDropBranch(fork.id, branch)} />
  )
}

function PanelHead(
  { title, code, onRemove, removeText }: { title: string; code: string | undefined; onRemove: (() => void) | undefined;
    removeText: string },
) {
  return (
    <header className="oa-fd-panel-head row gap-8 below-12">
      <h2 className="grow">{title}</h2>
      {code !== undefined && <code className="muted">{code}</code>}
      {onRemove && <Button type="text" danger aria-label={removeText} data-tip={removeText} icon={<DeleteOutlined />} onClick={onRemove} />}
    </header>
  )
}

function ForkPanel(
  { fork, text: { t }, onKind, onAdd, onUnwrap }: { fork: Fork; text: Pick<Naming['text'], 't'>;
    onKind(kind: 'exclusive' | 'inclusive'): void; onAdd(): void; onUnwrap(): void },
) {
  return (
    <div className="oa-fd-fields">
      <p className="oa-flow-quiet second">{t(`hint.${fork.block}`)}</p>
      <span className="oa-fd-add flex wrap gap-8">
        <Button onClick={onAdd}>{t('addBranch')}</Button>
        {fork.block !== 'parallel' && (
          <Button onClick={() => onKind(fork.block === 'exclusive' ? 'inclusive' : 'exclusive')}>
            {t(fork.block === 'exclusive'
              ? 'toInclusive' :
              'toExclusive')}
          </Button>
        )}
        <Button onClick={onUnwrap}>{t('unwrap')}</Button>
      </span>
    </div>
  )
}

const choices = {
  dedupe: ['consecutive', 'anyEarlier', 'none'],
  emptyApprover: ['refuse', 'admin'],
  initiatorApprover: ['superior', 'self', 'autoPass'],
} as const satisfies Partial<Record<keyof FlowSettings, readonly string[]>>

/** The approvers whom a returned document asks again. */
const again = ['changed', 'everybody', 'straightBack'] as const

/** Selectable values of a setting; initiators do not decide in flows that move money. */
const offered = (attribute: keyof typeof choices, { movesMoney }: FlowSettings, isMoneyForm: boolean): readonly string[] =>
  choices[attribute].filter((value) => !(value === 'self' && (movesMoney || isMoneyForm)) && !(value === 'autoPass' && movesMoney))

/** Effective value of a setting: `superior` where the stored one is not selectable. */
function shownOf(attribute: keyof typeof choices, settings: FlowSettings, isMoneyForm: boolean): string {
  const value: string = settings[attribute]
  return offered(attribute, settings, isMoneyForm).includes(value) ? value : 'superior'
}

const nobody: Starters = { departments: [], roles: [], people: [] }

/** The settings of the whole flow, with those who may start documents. */
export function SettingsPanel({ flow, design, naming, onChange }: Omit<PanelProps, 'form' | 'sample'> & { onChange(flow: Flow): void }) {
  const { t, name } = naming.text
  const { settings } = flow
  const put = (part: Partial<FlowSettings>) => onChange(changeSettings(flow, part))
  const starters = settings.starters ?? nobody
  const start = (part: Partial<Starters>) => {
    const next = { ...starters, ...part }
    const { starters: _, ...rest } = settings
    const isEmpty = next.departments.length + next.roles.length + next.people.length === 0
    onChange({ ...flow, settings: isEmpty ? rest : { ...rest, starters: next } })
  }
  return (
    <div className="oa-fd-fields">
      <section aria-label={t('starters')}>
        <h3>{t('starters')}</h3>
        <p className="oa-flow-quiet second">{t('startersHint')}</p>
        <KindControl field={multiselect({ ...named('departments'), of: 'department' })} label={t('departments')}
          value={starters.departments} onChange={(chosen) => start({ departments: listOf(chosen) })} />
        <Labelled label={t('roles')}>
          {(id) => (
            <Select id={id} mode="multiple" optionFilterProp="label" placeholder={t('anyRole')} value={[...starters.roles]}
              options={design.roles.map((role) => ({ value: role.key, label: name(role.name) }))}
              onChange={(roles: string[]) => start({ roles })} />
          )}
        </Labelled>
        <KindControl field={people(named('people'))} label={t('people')} value={starters.people}
          onChange={(chosen) => start({ people: listOf(chosen) })} />
      </section>
      <section aria-label={t('settings')}>
        <h3>{t('settings')}</h3>
        {(Object.keys(choices) as (keyof typeof choices)[]).map((attribute) => (
          <Labelled key={attribute} label={t(`attribute.${attribute}`)}>
            {(id) => (
              <Select id={id} value={shownOf(attribute, settings, design.movesMoney)}
                options={offered(attribute, settings, design.movesMoney).map((value) => ({ value,
                  label: t(`${attribute}.${value}` as 'dedupe.none') })
                )} onChange={(value: string) => put({ [attribute]: value })} />
            )}
          </Labelled>
        ))}
        <Labelled label={t('attribute.again')}>
          {(id) => (
            <Select id={id} value={settings.again ?? (settings.resumeMode === 'direct' ? 'straightBack' : 'everybody')}
              options={again.map((value) => ({
                value,
                label: t(`again.${value}`),
              }))} onChange={(value: (typeof again)[number]) => put({ again: value })} />
          )}
        </Labelled>
        <Labelled label={t('attribute.urgeMinutes')}>
          {(id) => (
            <InputNumber id={id} min={0} max={10_000} value={settings.urgeMinutes}
              onChange={(minutes) => put({ urgeMinutes: minutes ?? 0 })} />
          )}
        </Labelled>
        <Labelled label={t('attribute.overdueHours')} hint={t('overdueHint')}>
          {(id) => (
            <InputNumber id={id} min={0} max={10_000} value={settings.overdueHours ?? null}
              onChange={(hours) => put({ overdueHours: hours ?? 0 })} />
          )}
        </Labelled>
        <Labelled label={t('attribute.movesMoney')} hint={t('movesMoneyHint')}>
          {(id) => <Switch id={id} checked={settings.movesMoney} onChange={(movesMoney) => put({ movesMoney })} />}
        </Labelled>
      </section>
    </div>
  )
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as readonly string[]) : [])
