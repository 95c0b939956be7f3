import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { ApprovalNode, ApproverRule, Block, CopyNode } from '#kernel/flow.ts'
import { type BudgetEffect, budgetTables, type Form } from '#kernel/form.ts'
import type { FormContent } from '../wire.ts'
import { compact, fieldOf, type FieldPath, fieldsIn, freshKey, isHeaderField, isReservedKey, limits, partsOf, pathOf, replaceField, stemOf,
  withForm } from './content.ts'
import { mapExpression } from './expressions.ts'
import { stemOfLabel } from './from-cells.ts'

/** A place that names a field: a field, a rule or a step by its id, the list, the print, or the form as a whole. */
export interface ReferencePlace {
  readonly of: 'field' | 'rule' | 'step' | 'branch' | 'list' | 'print' | 'form'
  /** Path of the field, id of the rule or block; empty for the others. */
  readonly id: string
  /** Part of it: `required`, `when`. */
  readonly attribute: string
}

/** Returns the new path of a field; the same path to keep it. */
type VisitReference = (path: FieldPath, place: ReferencePlace) => FieldPath

type Held = Readonly<Record<string, unknown>>

/** Replaces every reference to a field: in expressions, rules, flow, list, print, budget and postings. */
export function mapReferences(content: FormContent, visit: VisitReference): FormContent {
  const { form } = content
  return { ...content, form: new Mapper(form, visit).form() }
}

/** An expression of a form, with its place. */
export interface PlacedExpression {
  readonly source: string
  readonly place: ReferencePlace
  /** Table for whose rows it is evaluated. */
  readonly table: string | undefined
}

/** All expressions of a form: of fields, rules, flow and what else it declares. */
export function expressionsOf(form: Form): readonly PlacedExpression[] {
  const found: PlacedExpression[] = []
  new Mapper(form, (path) => path, (expression) => found.push(expression)).form()
  return found
}

class Mapper {
  private readonly own: Form
  private readonly visit: VisitReference
  private readonly read: (expression: PlacedExpression) => void

  constructor(form: Form, visit: VisitReference, read: (expression: PlacedExpression) => void = () => {}) {
    this.own = form
    this.visit = visit
    this.read = read
  }

  form(): Form {
    const { own } = this
    const place = (attribute: string): ReferencePlace => ({ of: 'form', id: '', attribute })
    const one = (attribute: 'amount' | 'approved' | 'claimable' | 'unclaimed' | 'claimed') => this.key(own[attribute], place(attribute))
    return compact(
      { ...own, fields: this.fields(own.fields, undefined), rules: own.rules.map((rule) => this.rule(rule)),
        flow: { ...own.flow, steps: this.steps(own.flow.steps) },
        columns: this.keys(own.columns, { of: 'list', id: '', attribute: 'columns' }), amount: one('amount'), approved: one('approved'),
        claimable: one('claimable'), unclaimed: one('unclaimed'), claimed: one('claimed'), print: this.print(),
        budget: own.budget && this.budget(own.budget), budgetShown: own.budgetShown && this.shown(own.budgetShown),
        subject: own.subject?.map((part) => (typeof part === 'string'
          ? this.key(part, place('subject'))
          : { from: this.key(part.from, place('subject')), to: this.key(part.to, place('subject')) })
        ),
        unique: own.unique?.map((each) =>
          compact({ ...each, by: this.keys(each.by, place('unique'), each.rows), rows: this.key(each.rows, place('unique')),
            span: each.span && (this.keys(each.span, place('unique'), each.rows) as typeof each.span) })
        ), followUps: own.followUps?.map((each) => compact({ ...each, when: this.feel(each.when, place('followUps')) })),
        figures: own.figures?.map((each) =>
          compact({ ...each, rows: this.key(each.rows, place('figures')), with: this.values(each.with, place('figures'), each.rows),
            into: this.values(each.into, place('figures'), each.rows), readAt: this.key(each.readAt, place('figures'), each.rows) })
        ),
        posts: own.posts?.map((each) =>
          compact({ ...each, rows: this.key(each.rows, place('posts')), when: this.feel(each.when, place('posts'), each.rows),
            body: this.feels(each.body, place('posts'), each.rows), amount: this.feel(each.amount, place('posts'), each.rows),
            into: this.key(each.into, place('posts'), each.rows) })
        ) } as Form,
    )
  }

  /** Maps an expression; `table`: it is evaluated for the rows of that table. */
  private feel<Source extends string | undefined>(source: Source, place: ReferencePlace, table?: string): Source {
    if (source !== undefined) this.read({ source, place, table })
    return (source === undefined
      ? undefined
      : mapExpression(source, { fields: this.own.fields, table }, (path) => this.visit(path, place))) as Source
  }

  /** A condition that may also be `true`. */
  private when<When extends true | string | undefined>(when: When, place: ReferencePlace, table?: string): When {
    return (typeof when === 'string' ? this.feel(when, place, table) : when) as When
  }

  private feels = (sources: Readonly<Record<string, string>>, place: ReferencePlace, table?: string) =>
    Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, this.feel(source, place, table)]))

  /** The key of a field, or of a column of the table first; also a dotted path. */
  private key<Key extends string | undefined>(key: Key, place: ReferencePlace, table?: string): Key {
    return (key === undefined ? undefined : this.name(key, place, table)) as Key
  }

  private name(key: string, place: ReferencePlace, table: string | undefined): string {
    const isColumn = table !== undefined && Object.hasOwn(this.own.fields[table]?.columns ?? {}, key)
    if (isColumn) return partsOf(this.visit(`${table}.${key}`, place)).key
    const { table: first, key: rest } = partsOf(key)
    if (first === undefined || this.own.fields[first]?.kind === 'table') return this.visit(key, place)
    return `${this.visit(first, place)}.${rest}`
  }

  private keys = (keys: readonly string[], place: ReferencePlace, table?: string): readonly string[] =>
    keys.map((key) => this.key(key, place, table))

  /** Maps the values of an object, which are keys of fields. */
  private values = (named: Readonly<Record<string, string>>, place: ReferencePlace, table?: string) =>
    Object.fromEntries(Object.entries(named).map(([name, key]) => [name, this.key(key, place, table)]))

  /** Maps the keys of an object, which are keys of fields. */
  private named = (held: Held, place: ReferencePlace, table?: string) =>
    Object.fromEntries(Object.entries(held).map(([key, value]) => [this.key(key, place, table), value]))

  private fields(fields: Fields, table: string | undefined): Fields {
    return Object.fromEntries(
      Object.entries(fields).map(([key, field]) => [key, this.field(field, table === undefined ? key : `${table}.${key}`, table)]),
    )
  }

  private field(field: FieldDefinition, path: FieldPath, table: string | undefined): FieldDefinition {
    const at = (attribute: string): ReferencePlace => ({ of: 'field', id: path, attribute })
    return compact(
      { ...field, required: this.when(field.required, at('required'), table), visible: this.feel(field.visible, at('visible'), table),
        locked: this.feel(field.locked, at('locked'), table), default: this.feel(field.default, at('default'), table),
        value: this.feel(field.value, at('value'), table), filter: this.feel(field.filter, at('filter'), table),
        earliest: this.feel(field.earliest, at('earliest'), table), latest: this.feel(field.latest, at('latest'), table),
        shareOf: this.key(field.shareOf, at('shareOf'), table), clears: field.clears && this.keys(field.clears, at('clears'), table),
        optionsFrom: field.optionsFrom && this.keys(field.optionsFrom, at('optionsFrom')),
        requiredAt: this.atNodes(field.requiredAt, at('requiredAt'), table), ...this.choices(field, at, table),
        ...this.links(field, at, table), ...(field.columns && this.table(field, path, at)) } as FieldDefinition,
    )
  }

  /** Conditions by node. */
  private atNodes(conditions: FieldDefinition['requiredAt'], place: ReferencePlace, table: string | undefined) {
    return conditions && Object.fromEntries(Object.entries(conditions).map(([node, when]) => [node, this.when(when, place, table)]))
  }

  private choices({ optionsBy, suggests, because }: FieldDefinition, at: (attribute: string) => ReferencePlace, table: string | undefined) {
    const place = at('options')
    return {
      optionsBy: optionsBy &&
        compact({ ...optionsBy, with: optionsBy.with && this.values(optionsBy.with, place, table),
          fills: optionsBy.fills && this.named(optionsBy.fills, place, table) }),
      suggests: suggests && compact({ ...suggests, fills: suggests.fills && this.named(suggests.fills, place, table) }),
      because: because &&
        compact({ ...because, when: this.feel(because.when, at('because')),
          blanks: because.blanks && this.feels(because.blanks, at('because')) }),
    }
  }

  private links({ proposes, claims }: FieldDefinition, at: (attribute: string) => ReferencePlace, table: string | undefined) {
    const place = at('links')
    return {
      proposes: proposes &&
        compact({ rows: this.key(proposes.rows, place), set: this.named(this.feels(proposes.set, place), place, proposes.rows) }),
      claims: claims &&
        compact({ ...claims, rows: this.key(claims.rows, place), by: this.key(claims.by, place, claims.rows ?? table),
          at: this.key(claims.at, place, claims.rows ?? table), amount: this.feel(claims.amount, place, claims.rows ?? table) }),
    }
  }

  private table({ columns = {}, owner, struckBy, uniqueColumns, columnGroups, fetches, takes }: FieldDefinition, path: FieldPath,
    at: (attribute: string) => ReferencePlace) {
    return {
      columns: this.fields(columns, path),
      owner: typeof owner === 'object' ? this.values(owner, at('owner'), path) : this.key(owner, at('owner'), path),
      struckBy: this.key(struckBy, at('struckBy'), path),
      uniqueColumns: uniqueColumns && this.keys(uniqueColumns, at('uniqueColumns'), path),
      columnGroups: columnGroups?.map((group) =>
        compact({ ...group, columns: this.keys(group.columns, at('columnGroups'), path),
          shows: this.key(group.shows, at('columnGroups'), path), tag: this.key(group.tag, at('columnGroups'), path) })
      ),
      fetches: fetches && compact({ ...fetches, by: this.keys(fetches.by, at('fetches')), when: this.feel(fetches.when, at('fetches')) }),
      takes: takes &&
        { ...takes, from: this.key(takes.from, at('takes')), of: Object.fromEntries(
          Object.entries(takes.of).map(([type, taken]) => [type, { ...taken, set: this.named(taken.set, at('takes'), path) }]),
        ) },
    }
  }

  private rule(rule: Form['rules'][number]): Form['rules'][number] {
    const at = (attribute: string): ReferencePlace => ({ of: 'rule', id: rule.id, attribute })
    const { each } = rule
    return compact({ ...rule, when: this.feel(rule.when, at('when'), each), each: this.key(each, at('each')),
      fields: this.keys(rule.fields, at('fields'), each), acceptedBy: this.key(rule.acceptedBy, at('acceptedBy'), each),
      blanks: rule.blanks && this.feels(rule.blanks, at('blanks'), each) })
  }

  private steps = (steps: readonly Block[]): readonly Block[] => steps.map((block) => this.block(block))

  private block(block: Block): Block {
    if (block.block === 'approve') return this.step(block)
    if (block.block === 'copy') return this.copy(block)
    if (block.block === 'parallel') return { ...block, branches: block.branches.map(this.steps) }
    const place: ReferencePlace = { of: 'branch', id: block.id, attribute: 'when' }
    return { ...block, branches: block.branches.map(({ when, steps }) => ({ when: this.feel(when, place), steps: this.steps(steps) })),
      otherwise: this.steps(block.otherwise) }
  }

  private copy(block: CopyNode): CopyNode {
    const at = (attribute: string): ReferencePlace => ({ of: 'step', id: block.id, attribute })
    return compact({ ...block, to: this.people(block.to, at('by')), when: this.feel(block.when, at('when')) })
  }

  private step(step: ApprovalNode): ApprovalNode {
    const at = (attribute: string): ReferencePlace => ({ of: 'step', id: step.id, attribute })
    return compact({ ...step, by: this.people(step.by, at('by')), when: this.feel(step.when, at('when')),
      edits: step.edits && this.keys(step.edits, at('edits')), decidesOn: step.decidesOn && this.keys(step.decidesOn, at('decidesOn')),
      opinionRequired: this.when(step.opinionRequired, at('opinion')),
      opinionMustContain: step.opinionMustContain?.map((text) => (typeof text === 'string'
        ? text
        : { ...text, when: this.feel(text.when, at('opinion')) })
      ), checkList: step.checkList?.map((item) => compact({ ...item, when: this.feel(item.when, at('checkList')) })) })
  }

  private people(rule: ApproverRule, place: ReferencePlace): ApproverRule {
    const { parts, field, scope, from } = rule as { parts?: readonly ApproverRule[]; field?: string; scope?: string; from?: string }
    return compact({ ...rule, parts: parts?.map((part) => this.people(part, place)), field: this.key(field, place),
      scope: this.key(scope, place), from: this.key(from, place) }) as ApproverRule
  }

  private print(): Form['print'] {
    const { print } = this.own
    if (!print) return print
    const at = (attribute: string): ReferencePlace => ({ of: 'print', id: '', attribute })
    const { labels } = print
    const isField = (key: string): boolean => Object.hasOwn(this.own.fields, partsOf(key).table ?? key)
    return compact({ ...print, omit: print.omit?.map((key) => (isField(key) ? this.key(key, at('omit')) : key)),
      cover: print.cover && this.keys(print.cover, at('cover')), photos: print.photos && this.keys(print.photos, at('photos')),
      labels: labels &&
        compact({ rows: this.key(labels.rows, at('labels')), number: this.key(labels.number, at('labels'), labels.rows),
          name: this.key(labels.name, at('labels'), labels.rows),
          more: labels.more && this.keys(labels.more, at('labels'), labels.rows) }) })
  }

  private budget(budget: BudgetEffect): BudgetEffect {
    const place: ReferencePlace = { of: 'form', id: '', attribute: 'budget' }
    const [table] = budgetTables(budget)
    const { rows } = budget
    return compact({ ...budget, ...this.shown(budget, table), releaseOn: this.feel(budget.releaseOn, place),
      rows: typeof rows === 'object' ? this.keys(rows, place) : this.key(rows, place), settled: this.key(budget.settled, place),
      offBudget: this.key(budget.offBudget, place, table) })
  }

  private shown<Shown extends NonNullable<Form['budgetShown']>>(shown: Shown, table?: string): Shown {
    const place: ReferencePlace = { of: 'form', id: '', attribute: 'budget' }
    return compact({ ...shown, department: this.key(shown.department, place, table), category: this.key(shown.category, place, table),
      month: this.key(shown.month, place), amount: this.feel(shown.amount, place, table), switch: this.key(shown.switch, place) })
  }
}

/** Finds the places that read a field, or a column of it, each once; its own expressions are none. */
export function whereUsed(content: FormContent, path: FieldPath): readonly ReferencePlace[] {
  const found = new Map<string, ReferencePlace>()
  mapReferences(content, (read, place) => {
    const isOwn = place.of === 'field' && isWithin(place.id, path)
    if (isWithin(read, path) && !isOwn) found.set(`${place.of} ${place.id} ${place.attribute}`, place)
    return read
  })
  return [...found.values()]
}

/** Like `whereUsed` for every field at once; a read of a column counts for its table, too. */
export function usesByPath(content: FormContent): ReadonlyMap<FieldPath, readonly ReferencePlace[]> {
  const found = new Map<FieldPath, Map<string, ReferencePlace>>()
  mapReferences(content, (read, place) => {
    const { table } = partsOf(read)
    for (const path of table === undefined ? [read] : [read, table]) {
      if (place.of === 'field' && isWithin(place.id, path)) continue
      const places = found.get(path) ?? new Map<string, ReferencePlace>()
      found.set(path, places.set(`${place.of} ${place.id} ${place.attribute}`, place))
    }
    return read
  })
  return new Map([...found].map(([path, places]) => [path, [...places.values()]]))
}

const isWithin = (read: FieldPath, path: FieldPath): boolean => read === path || read.startsWith(`${path}.`)

/** Reason for refusing a key. */
type KeyProblem = 'shape' | 'reserved' | 'header' | 'taken'

/** Returns why a field cannot have a key; undefined if it can. */
export function keyProblem(content: FormContent, path: FieldPath, key: string): KeyProblem | undefined {
  if (!/^[a-z][A-Za-z0-9]{1,39}$/.test(key)) return 'shape'
  const { table, key: own } = partsOf(path)
  if (isReservedKey(key)) return 'reserved'
  if (table === undefined && key !== own && isHeaderField(key)) return 'header'
  const others = Object.keys(fieldsIn(content, table)).filter((name) => name !== own)
  return others.some((name) => name.toLowerCase() === key.toLowerCase()) ? 'taken' : undefined
}

/**
 * The key that the English label of a field gives in place of one that its kind gave; undefined where somebody chose the key.
 * @param own makes the key of a company's addition
 */
export function keyByLabel(fields: Fields, key: string, own = (stem: string) => stem): string | undefined {
  const { [key]: field, ...others } = fields
  const stem = field && stemOfLabel(field.en)
  if (stem === undefined || !isKeyOfKind(key, own(stemOf(field!.kind)))) return undefined
  const next = freshKey(others, own(stem))
  return next === key ? undefined : next
}

const isKeyOfKind = (key: string, stem: string): boolean => key.startsWith(stem) && /^\d*$/.test(key.slice(stem.length))

/** Gives a field another key, and updates every reference to it. */
export function renameField(content: FormContent, path: FieldPath, key: string): FormContent {
  const { table, key: own } = partsOf(path)
  if (key === own || !fieldOf(content, path) || keyProblem(content, path, key)) return content
  const next = pathOf(table, key)
  const followed = mapReferences(content, (read) => (isWithin(read, path) ? next + read.slice(path.length) : read))
  const fields = Object.fromEntries(
    Object.entries(fieldsIn(followed, table)).map(([name, field]) => [name === own ? key : name, field]),
  )
  if (table === undefined) return withForm(followed, { fields })
  const held = followed.form.fields[table]
  return held ? withForm(followed, { fields: { ...followed.form.fields, [table]: { ...held, columns: fields } } }) : content
}

/**
 * Puts a field of another kind in the place of one that documents have: it has a key of its own, and every reference leads to it. The other
 * one is put back from the fields of published versions.
 */
export function replacedField(content: FormContent, path: FieldPath,
  field: FieldDefinition): { readonly content: FormContent; readonly path: FieldPath } {
  const { table, key } = partsOf(path)
  const fresh = freshKey(fieldsIn(content, table), key)
  const next = pathOf(table, fresh)
  return { content: replaceField(renameField(content, path, fresh), next, field), path: next }
}

/** Returns whether another field fits into the form, or another column into the table. */
export const hasRoom = (content: FormContent, table: string | undefined): boolean =>
  table === undefined
    ? Object.keys(content.form.fields).filter((key) => !isHeaderField(key)).length < limits.fields
    : Object.keys(fieldsIn(content, table)).length < limits.columns
