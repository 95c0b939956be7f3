import { formProblemsAmong } from '#kernel/composition/problems.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { contentOfForm, type FieldPath, partsOf, pathOf, withForm } from '../model/content.ts'
import { isSame } from '../model/parts.ts'
import { keyProblem, renameField } from '../model/references.ts'
import type { FormContent } from '../wire.ts'
import type { FieldNeeds, FormOverlay, OverlayPart, OverlayQuestion } from './difference.ts'
import { kindText, overlaidForm, overlayBetween, partId } from './overlay.ts'

/** An overlay against a form as it is shipped now. */
interface MergedOverlay {
  /** The differences that are in effect. */
  readonly parts: readonly OverlayPart[]
  readonly questions: readonly OverlayQuestion[]
}

/** Joins an overlay with the form as it is shipped now: what does not fit waits as a question. */
export function mergedOverlay(shipped: Form, { parts }: Pick<FormOverlay, 'parts'>, needs: FieldNeeds): MergedOverlay {
  const questions = parts.flatMap((part) => questionOf(part, shipped, needs) ?? [])
  const inactive = new Set(questions.filter(({ isInactive }) => isInactive).map(({ id }) => id))
  return { parts: parts.filter((part) => !inactive.has(partId(part))), questions }
}

function questionOf(part: OverlayPart, shipped: Form, needs: FieldNeeds): OverlayQuestion | undefined {
  const ask: Ask = (why, more = {}) => ({ id: partId(part), why, part, shipped: null, isInactive: why !== 'both', ...more })
  if (part.of === 'added') return addedQuestion(part.path, shipped, ask)
  if (part.of === 'rule') {
    const other = shipped.rules.find(({ id }) => id === part.rule.id)
    return other && ask('taken', { shipped: other })
  }
  if (part.of === 'section') {
    const section = shipped.sections.find(({ id }) => id === part.id)
    return section ? changedByBoth(part, { cn: section.cn, en: section.en }, ask) : ask('gone')
  }
  return 'kind' in part ? fieldQuestion(part, { shipped, needs, ask }) : undefined
}

/** Asks where the product has something else than what the company changed, and not what it was changed to. */
const changedByBoth = ({ was, now }: { readonly was: unknown; readonly now: unknown }, shipped: unknown, ask: Ask) =>
  isSame(shipped, was) || isSame(shipped, now) ? undefined : ask('both', { shipped })

type Ask = (why: OverlayQuestion['why'], more?: Partial<OverlayQuestion>) => OverlayQuestion

function addedQuestion(path: FieldPath, shipped: Form, ask: Ask): OverlayQuestion | undefined {
  const { table } = partsOf(path)
  if (table !== undefined && !shipped.fields[table]?.columns) return ask('gone')
  const other = fieldAt(shipped.fields, path)
  return other && ask('taken', { shipped: other })
}

interface QuestionContext {
  readonly shipped: Form
  readonly needs: FieldNeeds
  readonly ask: Ask
}

type PartOf<Of extends OverlayPart['of']> = Extract<OverlayPart, { readonly of: Of }>

/** Attributes that mean something else, or nothing, once the field has another kind. */
const ofKind: ReadonlySet<string> = new Set(['default', 'required', 'placeholder'])

function fieldQuestion(part: PartOf<'attribute' | 'option' | 'hidden'>, judged: QuestionContext): OverlayQuestion | undefined {
  const { shipped, needs, ask } = judged
  const field = fieldAt(shipped.fields, part.path)
  if (!field) return ask('gone')
  const reasons = needs[part.path]
  if (part.of === 'hidden') return reasons && ask('needed', { shipped: field, reasons })
  const isOfKind = part.of === 'option' || ofKind.has(part.attribute)
  if (isOfKind && part.kind !== kindText(field)) return ask('kind', { shipped: field })
  return part.of === 'option' ? optionQuestion(part, field, ask) : attributeQuestion(part, field, judged)
}

function optionQuestion(part: PartOf<'option'>, { options = [] }: FieldDefinition, ask: Ask): OverlayQuestion | undefined {
  const option = options.find(({ value }) => value === part.value)
  if (option) return changedByBoth(part, { cn: option.cn, en: option.en }, ask)
  return part.was === null ? undefined : ask('choiceGone')
}

function attributeQuestion(part: PartOf<'attribute'>, field: FieldDefinition, { shipped, needs, ask }: QuestionContext):
  | OverlayQuestion
  | undefined {
  const now = field[part.attribute] ?? null
  const reasons = part.attribute === 'required' && part.now !== true ? needs[part.path] : undefined
  if (reasons) return ask('needed', { shipped: now, reasons })
  if (part.attribute === 'section' && !shipped.sections.some(({ id }) => id === part.now)) return ask('gone')
  return changedByBoth(part, now, ask)
}

/** Returns whether a question can be settled in the company's favour: what is gone or needed cannot. */
export const canKeep = ({ why }: Pick<OverlayQuestion, 'why'>): boolean => why === 'both' || why === 'kind' || why === 'taken'

/** The overlay once a question is settled: for the product, the difference goes; for the company, it is made anew against the product. */
export function settledOverlay(overlay: FormOverlay, { part, shipped, why }: OverlayQuestion,
  { choice, form }: { readonly choice: 'product' | 'company'; readonly form: Form }): FormOverlay {
  const id = partId(part)
  const others = overlay.parts.filter((each) => partId(each) !== id)
  if (choice === 'product') return { ...overlay, parts: others.filter((each) => !isAbout(each, part)) }
  if (why === 'taken') return { ...overlay, parts: renamed(overlay, part, contentOfForm(form)) }
  const kept = why === 'kind' && 'kind' in part ?
    { ...part, kind: kindText(shipped as Form['fields'][string]), was: null }
    : { ...part, was: shipped }
  return { ...overlay, parts: overlay.parts.map((each) => (partId(each) === id ? kept as OverlayPart : each)) }
}

/** A field that goes takes its column of the list and its line of the print along. */
const isAbout = (part: OverlayPart, gone: OverlayPart): boolean =>
  gone.of === 'added' && (part.of === 'column' || part.of === 'omit') && part.path === gone.path

/** The parts with another key in place of one that the product has by now; what of the company's names it follows. */
function renamed({ parts }: FormOverlay, part: OverlayPart, content: FormContent): readonly OverlayPart[] {
  if (part.of === 'rule') {
    const ids = new Set(content.form.rules.map(({ id }) => id))
    return parts.map((
      each,
    ) => (each === part ? { of: 'rule', rule: { ...part.rule, id: fresh(part.rule.id, (id) => !ids.has(id)) } } : each))
  }
  if (part.of !== 'added') return parts
  const { table, key } = partsOf(part.path)
  const free = withForm(content, { fields: without(content.form.fields, part.path) })
  const whole = withForm(free, overlaidForm(free.form, parts))
  const next = fresh(key,
    (name) => keyProblem(content, pathOf(table, name), name) === undefined && keyProblem(whole, part.path, name) === undefined)
  return overlayBetween(free.form, renameField(whole, part.path, next).form)
}

function fresh(stem: string, isFree: (name: string) => boolean): string {
  for (let number = 2;; number += 1) if (isFree(`${stem}${number}`)) return `${stem}${number}`
}

function without(fields: Form['fields'], path: FieldPath): Form['fields'] {
  const { table, key } = partsOf(path)
  if (table === undefined) return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key))
  const held = fields[table]
  return held ? { ...fields, [table]: { ...held, columns: without(held.columns ?? {}, key) } } : fields
}

/** The differences of a saved draft: what isInactive stays with it, and what was not touched keeps what it was made against. */
export function savedParts(before: FormOverlay, shipped: Form, saved: readonly OverlayPart[], needs: FieldNeeds): readonly OverlayPart[] {
  const old = new Map(before.parts.map((part) => [partId(part), part]))
  const { questions } = mergedOverlay(shipped, before, needs)
  const inactive = questions.filter(({ isInactive }) => isInactive).map(({ part }) => part)
  const kept = saved.map((part) => {
    const known = old.get(partId(part))
    return known && 'was' in known && 'now' in part && isSame(known.now, part.now) ? known : part
  })
  const names = new Set(kept.map(partId))
  return [...kept, ...inactive.filter((part) => !names.has(partId(part)))]
}

/**
 * The form as it is in force: differences that do not fit among these modules any more are left out one after the other, so that the rest
 * stays. `left` names them.
 */
export function formInForce(shipped: Form, overlay: FormOverlay,
  { needs, plugins }: { readonly needs: FieldNeeds; readonly plugins: readonly Plugin[] }
): { readonly form: Form; readonly left: readonly OverlayPart[] } {
  let { parts } = mergedOverlay(shipped, overlay, needs)
  const left: OverlayPart[] = []
  const named = ({ where, text }: ReturnType<typeof formProblemsAmong>[number]): string => `${where} ${text.en}`
  let own: ReadonlySet<string> | undefined
  for (;;) {
    const form = overlaidForm(shipped, parts)
    const found = parts.length > 0 ? formProblemsAmong(form, plugins) : []
    // faults of the form as it is shipped are not the company's
    if (found.length > 0) own ??= new Set(formProblemsAmong(shipped, plugins).map(named))
    const problem = found.find((each) => !own?.has(named(each)))
    if (!problem) return { form, left }
    const culprit = culpritOf(problem.where, parts) ?? parts.at(-1)!
    left.push(culprit)
    parts = parts.filter((part) => part !== culprit && !isAbout(part, culprit))
  }
}

/** The part that a problem is about, by the place that the problem names. */
function culpritOf(where: string, parts: readonly OverlayPart[]): OverlayPart | undefined {
  const steps = where.split(' › ').flatMap((step) => step.split('.'))
  const isNamed = (path: string): boolean => path.split('.').every((key) => steps.includes(key))
  return parts.findLast((part) =>
    part.of === 'rule'
      ? steps.includes(part.rule.id)
      : 'path' in part && isNamed(part.path) && (part.of !== 'attribute' || steps.includes(part.attribute))
  ) ?? parts.findLast((part) => 'path' in part && isNamed(part.path))
}
