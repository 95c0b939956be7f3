import type { FlowOffer } from '#kernel/flow/flow-version.ts'
import type { ApproverRule } from '#kernel/flow.ts'
import type { FlowView } from '#kernel/flow/flow-version.ts'
import { isEverybody, type Starters } from '#kernel/flow/starters.ts'
import { isFlowKey, type FlowKey, type FlowText } from './text.ts'

/** The names of each setting of a choice. */
export const choices = {
  mode: { all: 'all', any: 'any', sequential: 'sequential' },
  dedupe: { consecutive: 'consecutive', anyEarlier: 'anyEarlier', none: 'noDedupe' },
  emptyApprover: { refuse: 'refuse', admin: 'toAdministrators' },
  initiatorApprover: { superior: 'superior', self: 'self', autoPass: 'autoPass' },
  resumeMode: { sequential: 'fromStart', direct: 'direct' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FlowKey>>>>

const isChoice = (attribute: string): attribute is keyof typeof choices => Object.hasOwn(choices, attribute)

/** The name of an attribute of a flow; its key where the page has no text for it. */
export const attributeText = (attribute: string, { t }: FlowText): string => (isFlowKey(attribute) ? t(attribute) : attribute)

/** Names of roles, departments and people by their keys and ids, "中文/English". */
export type DirectoryNames = Readonly<Record<string, string>>

/** The names of the roles, departments and people that a flow has in it. */
export const namesOf = ({ roles, names }: Pick<FlowView, 'roles' | 'names'>): DirectoryNames => ({ ...names,
  ...Object.fromEntries(roles.map(({ key, name }) => [key, name])) })

/** The people who may start documents, in words. */
export function startersText(starters: Starters | undefined, names: DirectoryNames, { t, name }: FlowText): string {
  if (!starters || isEverybody(starters)) return t('everybody')
  const parts = (['departments', 'roles', 'people'] as const).filter((part) => starters[part].length > 0)
  return parts.map((part) => `${t(part)}${t('colon')}${starters[part].map((id) => name(names[id] ?? id)).join(t('listed'))}`).join(t('or'))
}

/** A value of a flow's setting in words; a dash for none. @param owners names for rules that ask who answers for records */
export function valueText(attribute: string, value: unknown, text: FlowText, owners: FlowOffer['owners'] = {}): string {
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
  if ('percentage' in value) return text.t('percentage', { percent: String(value.percentage) })
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.join(', ') : JSON.stringify(value)
}

function choiceText(attribute: string, value: string, { t }: FlowText): string {
  if (!isChoice(attribute)) return value
  const known: Readonly<Record<string, FlowKey>> = choices[attribute]
  const key = known[value]
  return key === undefined ? value : t(key)
}

/** Texts with the names for rules that ask who answers for records. */
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
