import { Button } from 'antd'
import { isEverybody, type Starters } from '#kernel/flow/starters.ts'
import type { FlowDifference, FlowOffer, FlowView } from '#kernel/flow/flow-version.ts'
import { type ApproverRule, type StepTerminal, terminalWords } from '#kernel/flow.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { flowKey, type FlowKey, type FlowText, isFlowKey, path, useFlowText } from './flows.ts'

type OfferChoice = 'adopt' | 'keep' | 'merge'

const words = {
  adopt: { ask: 'adoptAsk', text: 'adoptText', ok: 'adopt', done: 'adopted' },
  keep: { ask: 'keepAsk', text: 'keepText', ok: 'keep', done: 'kept' },
  merge: { ask: 'mergeAsk', text: 'mergeText', ok: 'merge', done: 'merged' },
} as const

/** Confirms a decision about the shipped version and sends it. */
function useDecision({ key, current, shipped }: FlowView) {
  const { t } = useFlowText()
  const dialogs = useDialogs()
  const { run, isPending, problems } = useCommand({ touches: [[flowKey]] })
  const decide = async (choice: OfferChoice) => {
    const { ask, text, ok, done } = words[choice]
    const { confirm } = await dialogs()
    confirm({ title: t(ask), content: t(text), okText: t(ok), cancelText: t('cancel'),
      onOk: () =>
        run((http) => http.post(`${path}/${key}/shipped`, { current, shipped, choice }, { quiet: true }), {
          success: t(done),
        }) })
  }
  return { decide, isPending, problem: Object.values(problems).join(' ') }
}

/** Button that returns to the shipped version where no newer one is offered. */
export function RestoreButton({ flow }: { flow: FlowView }) {
  const { t } = useFlowText()
  const { decide, isPending, problem } = useDecision(flow)
  return (
    <>
      {problem !== '' && <span role="alert" className="red">{problem}</span>}
      <Button size="small" loading={isPending} onClick={() => void decide('adopt')}>{t('restore')}</Button>
    </>
  )
}

/** An offered shipped version: its differences with their authors, and the possible decisions. */
export function OfferSection({ flow, offer: { version, base, differences, owners } }: { flow: FlowView; offer: FlowOffer }) {
  const { t } = useFlowText()
  const { decide, isPending, problem } = useDecision(flow)
  const conflicts = differences.filter(({ isConflict }) => isConflict).length
  return (
    <section className="oa-flow-offer on-orange round-8">
      <h2>{t('offerTitle', { version })}</h2>
      <p>{t('offerText', { base })}</p>
      <div className="scroll-x">
        <table className="oa-flows ruled is-stacked collapsed">
          <thead>
            <tr>
              <th scope="col">{t('part')}</th>
              <th scope="col">{t('base', { version: base })}</th>
              <th scope="col">{t('shipped')}</th>
              <th scope="col">{t('own')}</th>
              <th scope="col">{t('changedBy')}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map((difference) => (
              <Difference key={`${difference.node?.id ?? ''} ${difference.attribute}`} difference={difference} version={base}
                names={{ names: namesOf(flow), owners }} />
            ))}
          </tbody>
        </table>
      </div>
      {conflicts > 0 && <p className="oa-flow-conflicts">{t('conflictText', { count: conflicts })}</p>}
      {problem !== '' && <p role="alert" className="oa-flow-conflicts">{problem}</p>}
      <div className="oa-flow-choices flex wrap gap-8">
        {conflicts === 0 && <Button type="primary" loading={isPending} onClick={() => void decide('merge')}>{t('merge')}</Button>}
        <Button disabled={isPending} onClick={() => void decide('adopt')}>{t('adopt')}</Button>
        <Button disabled={isPending} onClick={() => void decide('keep')}>{t('keep')}</Button>
      </div>
    </section>
  )
}

function Difference(
  { difference: { node, attribute, base, shipped, own, changedBy, isConflict }, version, names }: { difference: FlowDifference;
    version: number; names: OfferNames },
) {
  const text = useFlowText()
  const { t, label } = text
  const value = (held: unknown, isChanged: boolean) => (attribute === 'structure'
    ? (isChanged ? t('changed') : '—')
    : <Value attribute={attribute} held={held} names={names} />)
  return (
    <tr className={isConflict ? 'is-conflict' : undefined}>
      <th scope="row">
        {node && <span className="second block small">{label(node)}</span>}
        {attributeText(attribute, text)}
      </th>
      <td data-label={t('base', { version })}>{value(base, false)}</td>
      <td data-label={t('shipped')} className={changedBy === 'company' ? undefined : 'is-changed'}>
        {value(shipped, changedBy !== 'company')}
      </td>
      <td data-label={t('own')} className={changedBy === 'product' ? undefined : 'is-changed'}>{value(own, changedBy !== 'product')}</td>
      <td data-label={t('changedBy')} className="is-whole">{isConflict ? <Pill tone="red">{t('conflict')}</Pill> : t(changedBy)}</td>
    </tr>
  )
}

interface OfferNames extends Pick<FlowOffer, 'owners'> {
  readonly names: DirectoryNames
}

function Value({ attribute, held, names: { names, owners } }: { attribute: string; held: unknown; names: OfferNames }) {
  const text = useFlowText()
  const words = attribute === 'starters'
    ? startersText(held as Starters | undefined, names, text)
    : valueText(attribute, held, text, owners)
  return attribute === 'when' && held !== undefined ? <code className="small anywhere">{words}</code> : words
}

/** Text keys of the values of each setting with a fixed set of values. */
const choices = {
  mode: { all: 'all', any: 'any', sequential: 'sequential' },
  dedupe: { consecutive: 'consecutive', anyEarlier: 'anyEarlier', none: 'noDedupe' },
  emptyApprover: { refuse: 'refuse', admin: 'toAdministrators' },
  initiatorApprover: { superior: 'superior', self: 'self', autoPass: 'autoPass' },
  resumeMode: { sequential: 'fromStart', direct: 'direct' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FlowKey>>>>

const isChoice = (attribute: string): attribute is keyof typeof choices => Object.hasOwn(choices, attribute)

/** The name of an attribute of a flow; its key where the page has no text for it. */
const attributeText = (attribute: string, { t }: FlowText): string => (isFlowKey(attribute) ? t(attribute) : attribute)

/** Names of roles, departments and people by their keys and ids, "中文/English". */
type DirectoryNames = Readonly<Record<string, string>>

/** The names of the roles, departments and people that a flow has in it. */
const namesOf = ({ roles, names }: Pick<FlowView, 'roles' | 'names'>): DirectoryNames => ({ ...names,
  ...Object.fromEntries(roles.map(({ key, name }) => [key, name])) })

/** The people who may start documents, in words. */
function startersText(starters: Starters | undefined, names: DirectoryNames, { t, name }: FlowText): string {
  if (!starters || isEverybody(starters)) return t('everybody')
  const parts = (['departments', 'roles', 'people'] as const).filter((part) => starters[part].length > 0)
  return parts.map((part) => `${t(part)}${t('colon')}${starters[part].map((id) => name(names[id] ?? id)).join(t('listed'))}`).join(t('or'))
}

/** A value of a flow's setting in words; a dash for none. @param owners names for rules that ask who answers for records */
function valueText(attribute: string, value: unknown, text: FlowText, owners: FlowOffer['owners'] = {}): string {
  const { t } = text
  if (value === undefined || value === null) return '—'
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value === 'string') return choiceText(attribute, value, text)
  if (typeof value === 'number') return String(value)
  return objectText(attribute, value, { ...text, owners })
}

function objectText(attribute: string, value: object, text: RuleText): string {
  if (attribute === 'by' || attribute === 'to') return ruleText(value as ApproverRule, text)
  if (attribute === 'node') return text.t('present')
  if (attribute === 'terminals') return text.label(terminalWords(value as StepTerminal[]))
  if ('percentage' in value) return text.t('percentage', { percent: String(value.percentage) })
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.join(', ') : JSON.stringify(value)
}

function choiceText(attribute: string, value: string, { t }: FlowText): string {
  if (!isChoice(attribute)) return value
  const known: Readonly<Record<string, FlowKey>> = choices[attribute]
  const key = known[value]
  return key === undefined ? value : t(key)
}

/** Texts together with the labels of record owners, for `ownerOf` rules. */
type RuleText = FlowText & Pick<FlowOffer, 'owners'>

/** The approvers of a rule, in words: “Department head / Role accountant”. */
function ruleText(rule: ApproverRule, text: RuleText): string {
  if ('parts' in rule) return rule.parts.map((part) => ruleText(part, text)).join(rule.rule === 'both' ? ' + ' : ' / ')
  return simpleText(rule, text)
}

function simpleText(rule: Exclude<ApproverRule, { parts: readonly ApproverRule[] }>, { t, label, owners }: RuleText): string {
  switch (rule.rule) {
    case 'superior':
      return t('superiors', { levels: rule.levels })
    case 'role':
      return t('role', { role: rule.role })
    case 'ownerOf': {
      const names = owners[rule.field]
      return names ? t('ownerOf', { owner: label(names.owner), field: label(names.field) }) : rule.field
    }
    case 'sameAs':
      return t('sameAs', { node: rule.node })
    case 'fixed':
      return `${t('fixed')} (${rule.people.join(', ')})`
    default:
      return t(rule.rule)
  }
}
