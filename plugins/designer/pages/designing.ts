import { createContext, useContext } from 'react'
import { type DesignPart, type PlacedProblem } from '../model/findings.ts'
import type { ReferencePlace } from '../model/references.ts'
import type { FormContent } from '../wire.ts'
import type { OverlayView } from './overlay/marks.ts'
import { type DesignerText, isDesignerKey } from './texts.ts'

/** The selected field by its path, a section as `#id`; undefined: the form as a whole. */
export type Selection = string | undefined

/** The key under which a section is selected. */
export const sectionKey = (id: string): Selection => `#${id}`

/** The design that every part of the page works on. */
export interface Designing {
  readonly content: FormContent
  readonly isReadOnly: boolean
  readonly problems: readonly PlacedProblem[]
  readonly selected: Selection
  /** Present for an overlay: the shipped form and the differences from it. */
  readonly overlay?: OverlayView | undefined
  /** Only differences from the shipped form are displayed. */
  readonly isOnlyDifferent: boolean
  showOnlyDifferent(isOnly: boolean): void
  /** Changes the content; several changes at one `place` in a row are one step of undo. */
  apply(next: FormContent, place?: string): void
  select(selection: Selection): void
  /** Opens a tab, with a field, rule or step in it. */
  open(part: DesignPart, id?: string): void
}

export const DesigningContext = createContext<Designing | undefined>(undefined)

/** The design around a part of the page. @throws Error outside of one */
export function useDesigning(): Designing {
  const designing = useContext(DesigningContext)
  if (!designing) throw new Error('outside of a design')
  return designing
}

/** The name of an attribute; the attribute itself where it has none. */
export function attributeName(attribute: string, { t }: Pick<DesignerText, 't'>): string {
  const key = `attribute.${attribute}`
  return isDesignerKey(key) ? t(key) : attribute
}

/** The name of a field by its path: of a column with that of its table. */
export function fieldName({ form: { fields } }: FormContent, path: string, { label }: Pick<DesignerText, 'label'>): string {
  const [first = '', column] = path.split('.')
  const field = fields[first]
  if (!field) return path
  const inner = column === undefined ? undefined : field.columns?.[column]
  return inner ? `${label(field)} · ${label(inner)}` : label(field)
}

/** Steps and blocks of a flow with their names, in their order. */
export function stepsOf({ form: { flow } }: FormContent): readonly { readonly id: string; readonly cn: string; readonly en: string }[] {
  type Steps = typeof flow.steps
  const inside = (steps: Steps): readonly { readonly id: string; readonly cn: string; readonly en: string }[] =>
    steps.flatMap((block) => {
      if (block.block === 'approve') return [block]
      if (block.block === 'copy') return []
      if (block.block === 'parallel') return block.branches.flatMap(inside)
      return [...block.branches.flatMap(({ steps: own }) => inside(own)), ...inside(block.otherwise)]
    })
  return inside(flow.steps)
}

interface PlaceWords {
  readonly title: string
  readonly note: string
}

/** A place that reads a field, in words. */
export function placeWords(content: FormContent, place: ReferencePlace, text: DesignerText): PlaceWords {
  const note = attributeName(place.attribute, text)
  return place.of === 'rule' ? ruleWords(content, place.id, text) : { title: titleOfPlace(content, place, text), note }
}

function ruleWords({ form: { rules } }: FormContent, id: string, { t, label }: DesignerText): PlaceWords {
  const at = rules.findIndex((rule) => rule.id === id)
  const rule = rules[at]
  return { title: t('ruleNo', { number: at + 1 }), note: rule ? label(rule) : id }
}

function titleOfPlace(content: FormContent, { of, id }: ReferencePlace, text: DesignerText): string {
  const { t, label } = text
  if (of === 'field') return fieldName(content, id, text)
  if (of === 'branch') return t('flowBranch')
  if (of === 'list' || of === 'print') return t(`part.${of}`)
  const step = stepsOf(content).find((each) => each.id === id)
  return of === 'step' ? t('flowStep', { name: step ? label(step) : id }) : t('formItself')
}

/** The tab in which a place is changed. */
export const partOfPlace = ({ of, attribute }: ReferencePlace): DesignPart => {
  if (of === 'rule') return 'rules'
  if (of === 'step' || of === 'branch') return 'flow'
  if (of === 'list' || of === 'print') return of
  return of === 'form' && attribute === 'subject' ? 'list' : 'fields'
}
