import { fieldAt } from '#kernel/evaluate/path.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { ApproverRule, Flow } from '#kernel/flow.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'
import type { Label } from '#kernel/wording/label.ts'
import { splitName } from '#kernel/wording/names.ts'
import type { DesignView } from '../../../wire.ts'
import { blocksOf } from '../drawing/tree.ts'
import { type DesignTextKey, named } from '../texts.ts'
import type { Naming } from '../wording/words.ts'
import { pathsOf } from './fields.tsx'

export type JoinedRule = Extract<ApproverRule, { parts: readonly ApproverRule[] }>

export type SimpleRule = Exclude<ApproverRule, JoinedRule>

export type SimpleName = Exclude<ApproverRule['rule'], 'both' | 'firstOf'>

const simpleNames: readonly SimpleName[] = ['departmentHead', 'superior', 'vicePresident', 'generalManager', 'ownerOf', 'role', 'person',
  'rowPersons', 'selectUser', 'sameAs', 'initiator', 'system', 'fixed']

/** Returns whether a field refers to records of a kind. */
export const isOf = (kind: string) => (field: FieldDefinition) => recordKindOf(field) === kind
/** Returns whether a field refers to a department or a person. */
export const isDepartmentOrPerson = (field: FieldDefinition) => isOf('department')(field) || isOf('person')(field)

/** By rule with a field parameter: whether a field can be that parameter. */
export const fitting: {
  readonly [Name in SimpleName]?: (field: FieldDefinition, isColumn: boolean, owned: ReadonlySet<string>) => boolean
} = {
  vicePresident: isOf('department'),
  ownerOf: (each, _, owned) => owned.has(recordKindOf(each) ?? ''),
  person: isOf('person'),
  rowPersons: (each, isColumn) => isColumn && isOf('person')(each),
}

/** The kinds of records that somebody is responsible for. */
export const ownedKinds = ({ owners }: DesignView): ReadonlySet<string> => new Set(owners.map(({ of }) => of))

/** Returns whether the form has a field for a rule that needs one. */
function hasField(name: SimpleName, naming: Naming, design: DesignView): boolean {
  const fits = fitting[name]
  const owned = ownedKinds(design)
  return fits === undefined || pathsOf(naming, (field, isColumn) => fits(field, isColumn, owned)).length > 0
}

/** The choice that a rule is: its name, with the kind of records where people are responsible for records. */
export function choiceOf(rule: SimpleRule, naming: Naming): string {
  if (rule.rule !== 'ownerOf') return rule.rule
  const of = recordKindAt(rule.field, naming)
  return of !== undefined && naming.owners[of] ? `ownerOf ${of}` : 'ownerOf'
}

const recordKindAt = (path: string, { fields }: Naming): string | undefined => {
  const field = fieldAt(fields, path)
  return field && recordKindOf(field)
}

/** The rules that the form has fields for; those responsible for records by what they are called, as “Cost centre manager”. */
export function choicesOf(rule: SimpleRule, naming: Naming,
  design: DesignView): readonly { readonly value: string; readonly label: string }[] {
  const { t, label } = naming.text
  const own = choiceOf(rule, naming)
  return simpleNames.flatMap((name) => {
    if (name !== 'ownerOf') return name === own || hasField(name, naming, design) ? [{ value: name, label: t(`rule.${name}`) }] : []
    const owners = design.owners.filter(({ of }) => pathsOf(naming, (field) => recordKindOf(field) === of).length > 0)
      .map((owner) => ({ value: `ownerOf ${owner.of}`, label: label(owner) }))
    return own === 'ownerOf' ? [...owners, { value: own, label: t('rule.ownerOf') }] : owners
  })
}

/** A new rule of a kind, with the first suitable parameters. */
export function startOf(choice: string,
  { naming, design, flow }: { readonly naming: Naming; readonly design: DesignView; readonly flow: Flow }): ApproverRule {
  const [name, of] = choice.split(' ') as [SimpleName, string | undefined]
  const fits = fitting[name]
  const owned = of === undefined ? ownedKinds(design) : new Set([of])
  const [first] = fits ? pathsOf(naming, (field, isColumn) => fits(field, isColumn, owned)) : []
  return { rule: name, ...(fits && { field: first?.value ?? '' }), ...firstParameters[name]?.(flow) } as ApproverRule
}

/** Initial parameters other than the field. */
const firstParameters: { readonly [Name in SimpleName]?: (flow: Flow) => object } = {
  superior: () => ({ levels: 1 }),
  role: () => ({ role: '' }),
  selectUser: () => ({ size: 1 }),
  sameAs: (flow) => ({ node: blocksOf(flow.steps).find((block) => block.block === 'approve')?.id ?? '' }),
  fixed: () => ({ people: [] }),
}

/** The names that steps have without anybody having named them. */
const plainNames: readonly DesignTextKey[] = ['newStep', 'copyStep', ...simpleNames.map((name): DesignTextKey => `rule.${name}`)]

/** The name of a step after its rule; undefined where the rule names nobody yet, or several. */
function nameAfter(rule: ApproverRule, naming: Naming): Label | undefined {
  if (rule.rule === 'role') return rule.role === '' ? undefined : splitName(naming.names[rule.role] ?? rule.role)
  if ('parts' in rule || rule.rule === 'fixed') return undefined
  return rule.rule === 'ownerOf' ? ownerNameOf(rule.field, naming) : named(`rule.${rule.rule}`)
}

function ownerNameOf(field: string, naming: Naming): Label {
  const owner = naming.owners[recordKindAt(field, naming) ?? '']
  return owner ? { cn: owner.cn, en: owner.en } : named('rule.ownerOf')
}

/** The name that a step takes with another rule: after the rule, as long as nobody has named it otherwise. */
export function renamedWith(step: Label, { before, after }: { readonly before: ApproverRule; readonly after: ApproverRule },
  naming: Naming): Partial<Label> {
  const known = [...plainNames.map(named), nameAfter(before, naming)]
  return known.some((name) => name?.cn === step.cn && name.en === step.en) ? (nameAfter(after, naming) ?? {}) : {}
}
