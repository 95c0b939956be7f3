import { DeleteOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, InputNumber, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { multiselect, people, type FieldDefinition } from '#kernel/fields.ts'
import type { ApproverRule, Flow, OptionalRange } from '#kernel/flow.ts'
import { useHttp } from '#shell/backend.ts'
import { useDebounced } from '#shell/parts/use-delay.ts'
import { Person } from '#shell/parts/Person.tsx'
import type { DesignView, FoundPeople } from '../../../wire.ts'
import { peopleQuery } from '../calls.ts'
import type { DocumentSample } from './ConditionEditor.tsx'
import { FieldSelect, KindControl, Labelled } from './fields.tsx'
import { named } from '../texts.ts'
import { blockOf, blocksOf, isFork } from '../drawing/tree.ts'
import { isUnfinished, type Naming } from '../wording/words.ts'
import { choiceOf, choicesOf, fitting, isDepartmentOrPerson, isOf, type JoinedRule, ownedKinds, type SimpleName, type SimpleRule,
  startOf } from './rule-choices.ts'

interface RuleEditorProps {
  readonly rule: ApproverRule
  readonly flow: Flow
  /** Id of the step that the rule belongs to; it is excluded from `sameAs` choices. */
  readonly step: string
  readonly design: DesignView
  readonly naming: Naming
  readonly isReadOnly?: boolean
  onChange(rule: ApproverRule): void
}

/** The rules by which a step finds its people: one, or several that are joined. */
export function RuleEditor(props: RuleEditorProps) {
  const { rule, naming, isReadOnly = false, onChange } = props
  const { t } = naming.text
  const add = (join: 'both' | 'firstOf') =>
    onChange(rule.rule === join
      ? { ...rule, parts: [...rule.parts, { rule: 'generalManager' }] }
      : { rule: join, parts: [rule, { rule: 'generalManager' }] })
  return (
    <div className="oa-fd-rule">
      {'parts' in rule ? <Joined {...props} rule={rule} /> : <Simple {...props} rule={rule} />}
      {!isReadOnly && (
        <span className="oa-fd-add flex wrap gap-8">
          <Button type="link" size="small" onClick={() => add('both')}>{t('addBoth')}</Button>
          <Button type="link" size="small" onClick={() => add('firstOf')}>{t('addFirstOf')}</Button>
        </span>
      )}
    </div>
  )
}

function Joined({ rule, ...props }: RuleEditorProps & { readonly rule: JoinedRule }) {
  const { naming: { text: { t } }, isReadOnly = false, onChange } = props
  const put = (parts: readonly ApproverRule[]) => onChange(parts.length === 1 ? parts[0]! : { ...rule, parts })
  return (
    <div className="oa-fd-group is-inner">
      <Select size="small" aria-label={t('joinRules')} disabled={isReadOnly} value={rule.rule}
        options={(['both', 'firstOf'] as const).map((each) => ({
          value: each,
          label: t(each === 'both' ? 'bothLabel' : 'firstOfLabel'),
        }))} onChange={(join: JoinedRule['rule']) => onChange({ ...rule, rule: join })} />
      {rule.parts.map((part, at) => (
        <div key={at} className="oa-fd-part flex gap-4">
          {'parts' in part
            ? <Joined {...props} rule={part} onChange={(next) => put(rule.parts.with(at, next))} />
            : <Simple {...props} rule={part} onChange={(next) => put(rule.parts.with(at, next))} />}
          {!isReadOnly && (
            <Button type="text" size="small" aria-label={t('removeRule')} icon={<DeleteOutlined />} onClick={() =>
              put(rule.parts.filter((_, index) => index !== at))} />
          )}
        </div>
      ))}
    </div>
  )
}

function Simple({ rule, ...props }: RuleEditorProps & { readonly rule: SimpleRule }) {
  const { naming, flow, design, isReadOnly = false, onChange } = props
  const { t } = naming.text
  return (
    <div className="stack gap-8 narrow">
      <Select aria-label={t('approver')} disabled={isReadOnly} value={choiceOf(rule, naming)} popupMatchSelectWidth={false} listHeight={480}
        options={[...choicesOf(rule, naming, design)]} onChange={(choice: string) => onChange(startOf(choice, { naming, design, flow }))} />
      <fieldset disabled={isReadOnly} className="flat narrow bare borderless">
        <Parameters {...props} rule={rule} />
      </fieldset>
    </div>
  )
}

type RuleOf<Name extends SimpleName> = Extract<SimpleRule, { rule: Name }>
type ParametersProps<Rule extends SimpleRule = SimpleRule> = RuleEditorProps & { readonly rule: Rule }
type DrawParameters<Rule extends SimpleRule = SimpleRule> = (props: ParametersProps<Rule>) => ReactNode

/** The controls of the rules that have parameters. */
const parametersOf: { readonly [Name in SimpleName]?: DrawParameters<RuleOf<Name>> } = {
  departmentHead: (props) => <TakenFrom {...props} path={props.rule.field} fits={isDepartmentOrPerson} isClearable />,
  superior: (props) => <Superior {...props} />,
  vicePresident: (props) => <Fitting {...props} path={props.rule.field} />,
  ownerOf: (props) => <Fitting {...props} path={props.rule.field} />,
  person: (props) => <Fitting {...props} path={props.rule.field} />,
  rowPersons: (props) => <Fitting {...props} path={props.rule.field} />,
  role: (props) => <Role {...props} />,
  sameAs: (props) => <SameAs {...props} />,
  fixed: ({ rule, naming, onChange }) => (
    <KindControl field={people(named('people'))} label={naming.text.t('people')} value={rule.people}
      onChange={(chosen) => onChange({ ...rule, people: listOf(chosen) })} />
  ),
  selectUser: (props) => <SelectUser {...props} />,
}

function Parameters(props: ParametersProps) {
  const draw = parametersOf[props.rule.rule] as DrawParameters | undefined
  return draw?.(props) ?? null
}

/** The field of a rule that needs one. */
function Fitting(props: ParametersProps & { readonly path: string }) {
  const fits = fitting[props.rule.rule]
  const owned = ownedKinds(props.design)
  return <TakenFrom {...props} fits={(field, isColumn) => fits?.(field, isColumn, owned) ?? false} />
}

/** The field of the document from whose value a rule takes its people. */
function TakenFrom({ rule, path, fits, isClearable = false, naming, onChange }: ParametersProps & {
  readonly path: string | undefined
  readonly isClearable?: boolean
  fits(field: FieldDefinition, isColumn: boolean): boolean
}) {
  const { t } = naming.text
  return (
    <Labelled label={t('takenFrom')}>
      {(id) => (
        <FieldSelect id={id} value={path || undefined} naming={naming} fits={fits} isClearable={isClearable}
          placeholder={t(isClearable ? 'ofApplicant' : 'chooseField')}
          onChange={(next) => onChange({ ...rule, field: next } as ApproverRule)} />
      )}
    </Labelled>
  )
}

function Superior(props: ParametersProps<RuleOf<'superior'>>) {
  const { rule, naming, onChange } = props
  return (
    <>
      <Labelled label={naming.text.t('levels')}>
        {(id) => (
          <InputNumber id={id} min={1} max={20} value={rule.levels} onChange={(levels) => onChange({ ...rule, levels: levels ?? 1 })} />
        )}
      </Labelled>
      <TakenFrom {...props} path={rule.field} fits={isDepartmentOrPerson} isClearable />
    </>
  )
}

function Role({ rule, design, naming, onChange }: ParametersProps<RuleOf<'role'>>) {
  const { t, label, name } = naming.text
  return (
    <>
      <Labelled label={t('roleLabel')} isRequired problem={rule.role === '' ? t('chooseRole') : undefined}>
        {(id) => (
          <Select id={id} showSearch optionFilterProp="label" value={rule.role || undefined} placeholder={t('chooseRole')}
            options={design.roles.map((role) => ({ value: role.key, label: name(role.name) }))}
            onChange={(key: string) => onChange({ ...rule, role: key })} />
        )}
      </Labelled>
      {design.roleScopes.length > 0 && (
        <Labelled label={t('scopeBy')}>
          {(id) => (
            <Select id={id} allowClear value={rule.by} placeholder={t('scopeByData')}
              options={design.roleScopes.map((scope) => ({ value: scope.key, label: label(scope) }))} onChange={(by: string | undefined) =>
              onChange(withoutEmpty({ ...rule, by }))} />
          )}
        </Labelled>
      )}
      <Labelled label={t('scopeOf')} hint={t('scopeHint')}>
        {(id) => (
          <FieldSelect id={id} value={rule.scope} naming={naming} isClearable placeholder={t('everyMember')}
            fits={(each) => (rule.by === undefined ? isOf('department')(each) : each.kind !== 'table')}
            onChange={(scope) => onChange(withoutEmpty({ ...rule, scope }))} />
        )}
      </Labelled>
    </>
  )
}

function SameAs({ rule, flow, step, naming, onChange }: ParametersProps<RuleOf<'sameAs'>>) {
  const { t, label } = naming.text
  return (
    <Labelled label={t('sameAsStep')}>
      {(id) => (
        <Select id={id} value={rule.node || undefined}
          options={blocksOf(flow.steps).flatMap((block) =>
            !isFork(block) && block.block === 'approve' && block.id !== step ? [{ value: block.id, label: label(block) }] : []
          )} onChange={(node: string) => onChange({ ...rule, node })} />
      )}
    </Labelled>
  )
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as readonly string[]) : [])

/** A rule without the attributes that are undefined, which stored flows do not have. */
const withoutEmpty = <Rule extends object>(rule: Rule): Rule =>
  Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined)) as Rule

const ranges: readonly OptionalRange['type'][] = ['ALL', 'DEPT', 'ROLE', 'USERS', 'SAME_ENTERPRISE']

function SelectUser({ rule, design, naming, onChange }: ParametersProps<RuleOf<'selectUser'>>) {
  const { t } = naming.text
  const range = rule.optionalRange
  const put = (part: Partial<typeof rule>) => onChange(withoutEmpty({ ...rule, ...part }))
  const ids = (chosen: unknown) => put({ optionalRange: { type: range!.type, ids: listOf(chosen) } })
  return (
    <>
      <Labelled label={t('howMany')} hint={t('howManyHint')}>
        {(id) => <InputNumber id={id} min={0} max={100} value={rule.size} onChange={(size) => put({ size: size ?? 0 })} />}
      </Labelled>
      <Labelled label={t('chosenFrom')}>
        {(id) => (
          <Select id={id} value={range?.type ?? 'ALL'} options={ranges.map((type) => ({ value: type, label: t(`range.${type}`) }))}
            onChange={(type: OptionalRange['type']) =>
              put({ optionalRange: type === 'ALL' ? undefined : { type, ids: [] } } as Partial<typeof rule>)} />
        )}
      </Labelled>
      {range && <RangeMembers range={range} design={design} naming={naming} onChange={ids} />}
      <Labelled label={t('selectFrom')} hint={t('selectFromHint')}>
        {(id) => (
          <FieldSelect id={id} value={rule.from} naming={naming} isClearable placeholder={t('noField')} fits={isOf('person')}
            onChange={(from) => put({ from } as Partial<typeof rule>)} />
        )}
      </Labelled>
      <Labelled label={t('canAdd')}>
        {(id) => (
          <Switch id={id} checked={rule.canAdd === true}
            onChange={(canAdd) => put({ canAdd: canAdd || undefined } as Partial<typeof rule>)} />
        )}
      </Labelled>
    </>
  )
}

/** The departments, people or roles among whom people are chosen. */
function RangeMembers({ range, design, naming, onChange }: Pick<RuleEditorProps, 'design' | 'naming'> & {
  readonly range: OptionalRange
  onChange(chosen: unknown): void
}) {
  const { t, name } = naming.text
  const ids = range.ids ?? []
  return (
    <>
      {range.type === 'DEPT' && (
        <KindControl field={multiselect({ ...named('departments'), of: 'department' })} label={t('departments')} value={ids}
          onChange={onChange} />
      )}
      {range.type === 'USERS' && <KindControl field={people(named('people'))} label={t('people')} value={ids} onChange={onChange} />}
      {range.type === 'ROLE' && (
        <Labelled label={t('roles')}>
          {(id) => (
            <Select id={id} mode="multiple" value={[...ids]} optionFilterProp="label"
              options={design.roles.map((role) => ({ value: role.key, label: name(role.name) }))} onChange={onChange} />
          )}
        </Labelled>
      )}
    </>
  )
}

interface FoundTodayProps {
  readonly rule: ApproverRule
  readonly flow: Flow
  readonly form: string
  readonly naming: Naming
  readonly sample?: DocumentSample | undefined
}

/** The people that a rule currently finds: for the initiator and value of the sample document, or for the current user. */
export function FoundToday({ rule, flow, form, naming, sample }: FoundTodayProps) {
  const { t } = naming.text
  const asked = resolved(rule, flow)
  const settled = useDebounced(asked, 400)
  const waits = waitsFor(settled)
  const { data, isError } = useQuery({
    ...peopleQuery(useHttp(), form, { rule: settled, ...(sample && { person: sample.initiator, value: sample.value }) }),
    enabled: waits === undefined,
  })
  return (
    <div className="oa-fd-found subtle round-6 flex wrap pad-8-12" role="status">
      <strong>{t(sample ? 'foundForDocument' : 'foundToday')}</strong>
      {waits
        ? <p className="oa-flow-quiet second">{t(waits)}</p>
        : <Found found={data} naming={naming} isError={isError} needsDocument={!sample && readsDocument(settled)} />}
    </div>
  )
}

interface FoundProps {
  readonly found: FoundPeople | undefined
  readonly naming: Naming
  readonly isError: boolean
  /** The people depend on the document, and no sample document is chosen. */
  readonly needsDocument: boolean
}

function Found({ found: { people, problems } = { people: [], problems: [] }, ...props }: FoundProps) {
  if (people.length === 0) return <Nobody problems={problems} isAsked={props.isError || problems.length > 0} {...props} />
  return people.map(({ id, name }) => <Person key={id} id={id} name={name} />)
}

/** The reasons why nobody is found, or a note that the people depend on the document. */
function Nobody({ problems, isAsked, needsDocument, naming: { text: { t, reason } } }: Pick<FoundProps, 'needsDocument' | 'naming'> & {
  readonly problems: FoundPeople['problems']
  readonly isAsked: boolean
}) {
  if (needsDocument || !isAsked) return needsDocument && <p className="oa-flow-quiet second">{t('knownWithDocument')}</p>
  if (problems.length === 0) return <p className="oa-flow-quiet second">{t('nobodyToday')}</p>
  return problems.map((problem) => <p key={problem.code} className="oa-fd-warning">{reason(problem)}</p>)
}

/** A rule with `sameAs` references replaced by the rules of the referenced steps; references to missing steps or to itself are kept. */
function resolved(rule: ApproverRule, flow: Flow, depth = 0): ApproverRule {
  if ('parts' in rule) return { ...rule, parts: rule.parts.map((part) => resolved(part, flow, depth)) }
  const step = rule.rule === 'sameAs' ? blockOf(flow, rule.node) : undefined
  return step?.block === 'approve' && depth < 5 ? resolved(step.by, flow, depth + 1) : rule
}

const simplest = (rule: ApproverRule): readonly ApproverRule[] => ('parts' in rule ? rule.parts.flatMap(simplest) : [rule])

/** Text key for a rule that is incomplete or asks nobody. */
function waitsFor(rule: ApproverRule): 'chooseFirst' | 'systemPasses' | 'decidedByInitiator' | undefined {
  if (simplest(rule).some(isUnfinished)) return 'chooseFirst'
  if (rule.rule === 'system') return 'systemPasses'
  return rule.rule === 'selectUser' && rule.from === undefined ? 'decidedByInitiator' : undefined
}

/** Returns whether the people of a rule depend on what the document says. */
const readsDocument = (rule: ApproverRule): boolean =>
  simplest(rule).some((each) =>
    ('field' in each && each.field !== undefined) || (each.rule === 'role' && each.scope !== undefined) || each.rule === 'selectUser'
  )
