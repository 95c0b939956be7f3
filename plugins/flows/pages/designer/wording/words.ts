import { fieldAt } from '#kernel/evaluate/path.ts'
import { rmbNames } from '#kernel/evaluate/plan/context-names.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { type ApprovalMode, type ApprovalNode, type ApproverRule, type Flow, type StepTerminal, terminalWords,
  type TimeoutAction } from '#kernel/flow.ts'
import { isEverybody, type Starters } from '#kernel/flow/starters.ts'
import { decimalOf, formatNumber } from '#kernel/values/money.ts'
import type { Label } from '#kernel/wording/label.ts'
import { type ConditionGroup, type ConditionRow, isGroup, isUnary, parameterCall, readCondition, type Subject } from '../panel/condition.ts'
import { type DesignText, type DesignTextKey, isDesignKey } from '../texts.ts'
import { blockOf, isFork } from '../drawing/tree.ts'

/** Names and labels used to describe a flow in words. */
export interface Naming {
  readonly text: DesignText
  readonly fields: Fields
  /** "中文/English" of people, departments and roles, by id or key. */
  readonly names: Readonly<Record<string, string>>
  /** The records that somebody answers for, by the name under which they are offered. */
  readonly owners: Readonly<Record<string, { readonly cn: string; readonly en: string }>>
  /** Meanings of the figures that conditions read, by dictionary and name with a space between. */
  readonly parameters: ReadonlyMap<string, Label>
  /** Facts that opinions state, by key. */
  readonly facts: ReadonlyMap<string, Label>
  /** The label of a dictionary's value; nothing where it has none. */
  dict(key: string, value: string): string | null | undefined
}

/** The name of a field by its path: of a column with that of its table. */
export function fieldName(path: string, { fields, text: { t, label } }: Naming): string {
  const field = fieldAt(fields, path)
  const [first = '', ...rest] = path.split('.')
  const own = fields[first]
  if (field) return isColumn(own, rest) ? `${label(own)} · ${label(field)}` : label(field)
  const amount = fields[rmbNames(fields)[path] ?? '']
  if (amount) return t('inRmb', { name: label(amount) })
  return own ? `${label(own)} · ${rest.join('.')}` : contextName(path, t)
}

const isColumn = (own: FieldDefinition | undefined, rest: readonly string[]): own is FieldDefinition =>
  rest.length > 0 && own?.kind === 'table'

/** Keys of the texts for names in conditions that are no fields. */
const contextNames: Readonly<Record<string, DesignTextKey>> = { expenseDeptIdList: 'bearingDepts', createBy: 'initiator' }

function contextName(path: string, t: DesignText['t']): string {
  const key = contextNames[path]
  return key === undefined ? path : t(key)
}

/** A condition in words; undefined for one that says more than comparisons. */
export function conditionWords(source: string, naming: Naming): string | undefined {
  if (source.trim() === 'true') return naming.text.t('always')
  const group = readCondition(source)
  return group && groupWords(group, naming)
}

/** A condition in words; where that is not possible, the expression with labels instead of keys. */
export function conditionText(source: string, naming: Naming): string {
  const words = conditionWords(source, naming)
  if (words !== undefined) return words
  const denied = deniedBy(source)
  return denied === undefined
    ? namedCondition(source, naming)
    : naming.text.t('conditionNot', { condition: conditionText(denied, naming) })
}

/** The condition that an expression as a whole denies; undefined for any other. */
function deniedBy(source: string): string | undefined {
  const inner = /^not\((.*)\)$/s.exec(source.trim())?.[1]
  if (inner === undefined) return undefined
  let depth = 0
  for (const sign of inner) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (depth < 0) return undefined
  }
  return inner
}

/** A parameter, a text, the beginning of a test over rows, or a name. */
const tokens = /parameter\("([^"]+)",\s*"([^"]+)"\)|"(?:[^"\\]|\\.)*"|\b(some|every)\s+\w+\s+in\s+(\w+)\s+satisfies|[A-Za-z_]\w*(?:\.\w+)*/g

/** An expression with the names of fields and figures in the place of their keys. */
function namedCondition(source: string, naming: Naming): string {
  const { t } = naming.text
  const tests = [...source.matchAll(/\b(?:some|every)\s+(\w+)\s+in\s+(\w+)/g)]
  const rows = new Map(tests.map(([, row = '', table = '']) => [row, table] as const))
  const nameOfPath = (path: string): string => {
    const [first = '', ...rest] = path.split('.')
    const whole = [rows.get(first) ?? first, ...rest].join('.')
    return fieldName(whole, naming)
  }
  return source.replace(tokens, (token: string, ...groups: readonly (string | undefined)[]) => {
    const [dictionary, figure, quantity, table] = groups
    if (dictionary !== undefined && figure !== undefined) return parameterWords(dictionary, figure, naming)
    if (quantity && table !== undefined) return t(`rows.${quantity as 'some' | 'every'}`, { table: fieldName(table, naming) })
    if (token === 'and' || token === 'or') return t(token)
    return token.startsWith('"') ? token : nameOfPath(token)
  })
}

/** Returns whether a sentence quotes a condition as an expression. */
export const quotesCondition = (sentence: string): boolean => /“[^”]*[=<>(].*”/u.test(sentence)

/** A sentence with the condition that it quotes put into words where possible. */
export const spokenSentence = (sentence: string, naming: Naming): string =>
  sentence.replace(/“(.+)”/u, (quoted, source: string) => (/[=<>(]/.test(source) ? `“${conditionText(source, naming)}”` : quoted))

function groupWords({ join, parts }: ConditionGroup, naming: Naming): string {
  const words = parts.map((part) => (isGroup(part) ? `(${groupWords(part, naming)})` : rowWords(part, naming)))
  return words.join(` ${naming.text.t(join)} `)
}

/** One comparison in words. */
function rowWords({ subject, operator, values }: ConditionRow, naming: Naming): string {
  const { t } = naming.text
  const left = subjectWords(subject, naming)
  if (isUnary(operator)) return `${left} ${t(operator as 'filled' | 'empty')}`
  if (operator === '=' && values[0] === 'true') return left
  const right = values.map((value) => valueWords(value, { path: subject.path, naming })).join(t('listed'))
  const sign = isDesignKey(`operator.${operator}`) ? t(`operator.${operator}` as 'operator.in') : operator
  return `${left} ${sign} ${right}`
}

/** The left side of a comparison in words. */
export function subjectWords({ of, path }: Subject, naming: Naming): string {
  const { t } = naming.text
  const name = fieldName(path, naming)
  return of === 'field' ? name : t(of, { name })
}

/** A literal of FEEL, or a field, in words: of a choice its label. */
export function valueWords(value: string, { path, naming }: { path: string; naming: Naming }): string {
  const { t } = naming.text
  const truth = truthKeys[value]
  if (truth) return t(truth)
  if (decimalOf(value)) return formatNumber(value)
  const date = /^date\("(.+)"\)$/.exec(value)?.[1]
  if (date !== undefined) return date
  const parameter = parameterCall.exec(value)
  if (parameter) return parameterWords(parameter[1]!, parameter[2]!, naming)
  return value.startsWith('"') ? choiceWords(value.slice(1, -1), path, naming) : fieldName(value, naming)
}

/** A company parameter by its label and current value. */
export function parameterWords(dictionary: string, parameter: string, { text: { t, label, name }, parameters, dict }: Naming): string {
  const meaning = parameters.get(`${dictionary} ${parameter}`)
  const figure = dict(dictionary, parameter)
  if (!meaning) return t('parameter', { name: parameter })
  return figure ? t('parameterToday', { name: label(meaning), figure: formatNumber(name(figure)) }) : label(meaning)
}

const truthKeys: Readonly<Record<string, 'yes' | 'no'>> = { true: 'yes', false: 'no' }

/** A value of a choice, a dictionary or a reference by its label; the value itself where none is known. */
function choiceWords(value: string, path: string, naming: Naming): string {
  const field = fieldAt(naming.fields, path)
  const option = field?.options?.find((each) => each.value === value)
  if (option) return naming.text.label(option)
  const word = field?.dict === undefined ? undefined : naming.dict(field.dict, value)
  return word ? naming.text.name(word) : nameOf(value, naming)
}

/** The name of a person, department or role; its id where the name is not known. */
function nameOf(id: string, { names, text }: Naming): string {
  const name = names[id]
  return name === undefined ? id : text.name(name)
}

/** The way in which several people decide. */
export function modeWords(mode: ApprovalMode, { t }: DesignText): string {
  return typeof mode === 'object' ? t('percentageMode', { percent: mode.percentage }) : t(`mode.${mode}`)
}

/** The people of a rule, in words: “Head of the bearing department, or the general manager”. */
export function ruleWords(rule: ApproverRule, naming: Naming, flow: Flow): string {
  const words = isUnfinished(rule) ? undefined : (wordsByRule[rule.rule] as RuleWords | undefined)
  return words ? words(rule, naming, flow) : naming.text.t(`rule.${rule.rule}` as DesignTextKey)
}

/** Returns whether a rule lacks its field, role or people. */
export const isUnfinished = (rule: ApproverRule): boolean =>
  ('field' in rule && rule.field === '') || (rule.rule === 'role' && rule.role === '') ||
  (rule.rule === 'fixed' && rule.people.length === 0) || (rule.rule === 'sameAs' && rule.node === '')

type RuleWords<Rule extends ApproverRule = ApproverRule> = (rule: Rule, naming: Naming, flow: Flow) => string

const joinedWords = (rule: RuleOf<'both' | 'firstOf'>, naming: Naming, flow: Flow): string =>
  rule.parts.map((part) => ruleWords(part, naming, flow)).join(naming.text.t(rule.rule === 'both' ? 'joinBoth' : 'joinFirstOf'))

const personWords = ({ field }: { readonly field: string }, naming: Naming): string =>
  naming.text.t('ruleOf.person', { field: fieldName(field, naming) })

type RuleOf<Name extends ApproverRule['rule']> = Extract<ApproverRule, { rule: Name }>

/** The words of rules with parameters; others are named by `rule.{name}`. */
const wordsByRule: { readonly [Name in ApproverRule['rule']]?: RuleWords<RuleOf<Name>> } = {
  both: joinedWords,
  firstOf: joinedWords,
  departmentHead: ({ field }, naming) => (field === undefined
    ? naming.text.t('rule.departmentHead')
    : naming.text.t('ruleOf.departmentHead', { field: fieldName(field, naming) })),
  superior: ({ field, levels }, naming) => (field === undefined
    ? naming.text.t('ruleOf.superior', { levels })
    : naming.text.t('ruleOf.superiorField', { levels, field: fieldName(field, naming) })),
  vicePresident: ({ field }, naming) => naming.text.t('ruleOf.vicePresident', { field: fieldName(field, naming) }),
  ownerOf: ({ field }, naming) => {
    const owner = naming.owners[fieldAt(naming.fields, field)?.to ?? '']
    const name = fieldName(field, naming)
    return owner ? `${naming.text.label(owner)} · ${name}` : naming.text.t('ruleOf.ownerOf', { field: name })
  },
  role: (rule, naming) => {
    const role = naming.text.name(naming.names[rule.role] ?? rule.role)
    return rule.scope === undefined
      ? naming.text.t('ruleOf.role', { role })
      : naming.text.t('ruleOf.roleScope', { role, field: fieldName(rule.scope, naming) })
  },
  person: personWords,
  rowPersons: personWords,
  selectUser: ({ from, size }, naming) => (from === undefined
    ? naming.text.t('ruleOf.selectUser', { count: size })
    : naming.text.t('ruleOf.selectUserFrom', { field: fieldName(from, naming) })),
  sameAs: ({ node }, naming, flow) => {
    const step = blockOf(flow, node)
    return naming.text.t('ruleOf.sameAs', { step: step && !isFork(step) ? naming.text.label(step) : node })
  },
  fixed: (rule, naming) => rule.people.map((id) => naming.text.name(naming.names[id] ?? id)).join(naming.text.t('listed')),
}

/** The people who may start documents, in words. */
export function startersWords(starters: Starters | undefined, { text: { t, name }, names }: Naming): string {
  if (!starters || isEverybody(starters)) return t('everybody')
  const parts = (['departments', 'roles', 'people'] as const).filter((part) => starters[part].length > 0)
  return parts.map((part) => `${t(part)}${t('colon')}${starters[part].map((id) => name(names[id] ?? id)).join(t('listed'))}`).join(
    t('orElse'),
  )
}

/** The value of an attribute of a step or of a setting, in words; a dash for none. */
export function attributeWords(attribute: string, value: unknown, naming: Naming, flow: Flow): string {
  if (value === undefined || value === null) return '—'
  const words = wordsByAttribute[attribute]
  if (words) return words(value, naming, flow)
  if (typeof value === 'boolean') return naming.text.t(value ? 'yes' : 'no')
  if (typeof value === 'string') return keyWords(attribute, value, naming)
  return Array.isArray(value) ? listWords(attribute, value, naming) : JSON.stringify(value)
}

const peopleWords = (value: unknown, naming: Naming, flow: Flow): string => ruleWords(value as ApproverRule, naming, flow)

const wordsByAttribute: Readonly<Record<string, (value: unknown, naming: Naming, flow: Flow) => string>> = {
  by: peopleWords,
  to: peopleWords,
  mode: (value, naming) => modeWords(value as ApprovalMode, naming.text),
  starters: (value, naming) => startersWords(value as Starters, naming),
  terminals: (value, { text }) => text.label(terminalWords(value as StepTerminal[])),
  onTimeout: (value, naming, flow) => timeoutWords(value as TimeoutAction, naming, flow),
}

/** A condition in words, or the text of a value that is one of a few; else the value. */
function keyWords(attribute: string, value: string, naming: Naming): string {
  if (attribute === 'when' || attribute === 'opinionRequired') return conditionText(value, naming)
  const key = `${attribute}.${value}`
  return isDesignKey(key) ? naming.text.t(key) : value
}

function listWords(attribute: string, values: readonly unknown[], naming: Naming): string {
  const words = (each: unknown): string => {
    if (attribute === 'edits' || attribute === 'decidesOn') return fieldName(String(each), naming)
    if (attribute === 'hidden') return actionName(String(each), naming.text)
    const fact = attribute === 'opinionMustContain' ? naming.facts.get(factOf(each as OpinionFact)) : undefined
    if (fact) return naming.text.label(fact)
    return typeof each === 'string' ? each : itemWords(each as ListItem, naming)
  }
  return values.map(words).join(naming.text.t('listed'))
}

type OpinionFact = NonNullable<ApprovalNode['opinionMustContain']>[number]

/** The fact that an opinion has to state. */
export const factOf = (held: OpinionFact): string => (typeof held === 'string' ? held : held.text)

interface ListItem {
  readonly cn?: string
  readonly en?: string
  readonly text?: string
}

const itemWords = ({ cn, en, text }: ListItem, naming: Naming): string =>
  cn === undefined ? (text ?? '') : naming.text.label({ cn, en: en ?? cn })

function timeoutWords(timeout: TimeoutAction, { text: { t, label, name }, names }: Naming, flow: Flow): string {
  const words = t(`timeout.${timeout.action}`)
  if (timeout.action === 'handOn')
    return `${words}${t('colon')}${timeout.to === 'superior' ? t('theirManager') : name(names[timeout.to.role] ?? timeout.to.role)}`
  if (timeout.action !== 'return') return words
  const step = blockOf(flow, timeout.to)
  return `${words}${t('colon')}${step && !isFork(step) ? label(step) : t('initiator')}`
}

/** The name of an action of the document page. */
export const actionName = (action: string, { t }: DesignText): string => {
  const key = `action.${action}`
  return isDesignKey(key) ? t(key) : action
}

/** The name of an attribute of a step or of a setting. */
export const attributeName = (attribute: string, { t }: DesignText): string => {
  const key = `attribute.${attribute}`
  return isDesignKey(key) ? t(key) : attribute
}
