import type { FieldDescription, FormDescription } from '#kernel/wording/describe.ts'
import type { ApprovalNode, ApproverRule, CopyNode } from '#kernel/flow.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Rule } from '#kernel/rules.ts'

/** `costCenter costCenter: required, editable at accountantReview`; a column is written as `items.costCenter`. */
export const fieldsInWords = (form: FormDescription): string[] =>
  form.fields.flatMap((field) => [
    line(field.key, field),
    ...(field.columns ?? []).map((column) => line(`${field.key}.${column.key}`, column)),
  ])

/** `viceGm: all of vicePresident(applicantDept), when totalAmountRmb > 5000` */
export const nodesInWords = ({ flow }: FormDescription): string[] =>
  nodesOf(flow).map((node) => joined(node.id, node.block === 'copy' ? copied(node) : decided(node)))

/** `BX-08 items.amount warn: 打车金额超过申请预估较多，请核实 | The fare is well above the estimate: check it, when amount > …` */
export const rulesInWords = ({ rules }: FormDescription): string[] => rules.map(ruleInWords)

/** Both names, the paths, the number prefix, the terminals, whether it may be revoked when completed, and its effect on the budget. */
export const aboutInWords = (form: FormDescription): string =>
  [
    form.cn,
    form.en,
    form.path,
    form.detailPath,
    form.prefix,
    form.terminals.join('+'),
    form.abortAfterCompletion ? 'may be revoked when completed' : 'stays when completed',
    form.budget ? ['budget of', form.budget.class, form.budget.categoryCode].filter(Boolean).join(' ') : 'no budget',
  ].join(' | ')

function line(key: string, field: FieldDescription): string {
  const { kind, trend, editAt } = field
  return joined(`${key} ${kind}${chosenFrom(field)}`, [...requirements(field), ...setBy(field), trend && 'trend', limits(field),
    editAt && `editable at ${editAt.join(' ')}`, ...conditions(field)])
}

const requirements = (
  { required, atNode }: FieldDescription,
) => [required === true && 'required', atNode && `at ${[atNode].flat().join(' ')}`]

const setBy = ({ system, readOnly }: FieldDescription) => [system && 'system', readOnly && !system && 'read-only']

const conditions = (
  { required, visible }: FieldDescription,
) => [typeof required === 'string' && `when ${plain(required)}`, visible && `visible when ${plain(visible)}`]

function chosenFrom({ dict, options, links = [], of, optionsFrom = [] }: FieldDescription): string {
  const listed = options?.map(({ value, cn, en }) => `${value} ${cn}/${en}`).join('; ')
  const source = dict ?? of ?? listed ?? [...links, ...optionsFrom].join(' ')
  return source === '' ? '' : `(${source})`
}

const limits = ({ min, max, pattern, extensions }: FieldDescription): string | undefined =>
  [min !== undefined && `from ${min}`, max !== undefined && `to ${max}`, pattern, extensions?.join('/')].filter(Boolean).join(' ') ||
  undefined

const copied = ({ to, when }: CopyNode) => [`copy to ${approvers(to)}`, when && `when ${plain(when)}`]

const modes = { all: 'all of', any: 'any of', sequential: 'in turn' } as const

function decided({ by, mode, when, opinionRequired, opinionMustContain, manual, confirms }: ApprovalNode) {
  return [
    `${typeof mode === 'string' ? modes[mode] : `${mode.percentage} % of`} ${approvers(by)}`,
    when && `when ${plain(when)}`,
    manual && 'by hand',
    confirms && 'initiator may',
    opinionRequired && (opinionRequired === true ? 'opinion' : `opinion when ${opinionRequired}`),
    opinionMustContain && `opinion tells ${opinionMustContain.join(' ')}`,
  ]
}

function approvers(by: ApproverRule): string {
  if (by.rule === 'both' || by.rule === 'firstOf') return by.parts.map(approvers).join(by.rule === 'both' ? ' + ' : ' ⇒ ')
  const { rule, ...rest } = by
  const present = Object.values(rest).filter((value) => value !== undefined)
  return present.length === 0 ? rule : `${rule}(${present.join(', ')})`
}

function ruleInWords({ id, each, when, fields, level, at = [], cn, en }: Rule): string {
  const where = fields.map((field) => (each === undefined ? field : `${each}.${field}`)).join(' ')
  const nodes = at.filter((node) => node !== 'start')
  const onlyThere = at.length > 0 && !at.includes('start')
  return `${
    [id, where, level !== 'block' && level, nodes.length > 0 && `${onlyThere ? 'at' : 'also at'} ${nodes.join(' ')}`].filter(Boolean).join(
      ' ',
    )
  }: ${cn} | ${en}, when ${plain(when)}`
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ')

const joined = (start: string, rest: readonly (string | false | undefined)[]): string =>
  [start, rest.filter(Boolean).join(', ')].filter(Boolean).join(': ')
