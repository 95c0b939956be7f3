import type { OverlayPart, OverlayQuestion } from '../../overlay/difference.ts'
import { type FieldPath, partsOf } from '../../model/content.ts'
import { pathsOf } from '#kernel/evaluate/path.ts'
import { overlayBetween } from '../../overlay/overlay.ts'
import type { FormContent, OverlayDesign } from '../../wire.ts'
import { isDesignerKey, type DesignerText } from '../texts.ts'

/** Difference of a field from the form as it is shipped. */
interface FieldMark {
  readonly kind: 'added' | 'changed' | 'asked'
  /** Attributes that differ; `hidden` and `options` are among them. */
  readonly attributes: readonly string[]
}

/** A form of the product with a company's additions, as the pages show it. */
export interface OverlayView extends OverlayDesign {
  readonly parts: readonly OverlayPart[]
  readonly marks: ReadonlyMap<FieldPath, FieldMark>
  isShipped(path: FieldPath): boolean
}

/** The differences of a content, by field. */
export function overlayView(overlay: OverlayDesign, { form }: FormContent): OverlayView {
  const parts = overlayBetween(overlay.shipped, form)
  const shipped = new Set(pathsOf(overlay.shipped.fields))
  const marks = new Map<FieldPath, FieldMark>()
  const change = (path: FieldPath, attribute: string) =>
    marks.set(path, { kind: 'changed', attributes: [...(marks.get(path)?.attributes ?? []), attribute] })
  for (const part of parts) {
    if (part.of === 'added') marks.set(part.path, { kind: 'added', attributes: [] })
    else if ('kind' in part) change(part.path, part.of === 'attribute' ? part.attribute : part.of === 'hidden' ? 'hidden' : 'options')
  }
  for (const path of overlay.questions.flatMap(pathsAsked)) marks.set(path, { kind: 'asked', attributes: [] })
  return { ...overlay, parts, marks, isShipped: (path) => shipped.has(path) }
}

const pathsAsked = ({ part }: OverlayQuestion): readonly FieldPath[] => ('path' in part ? [part.path] : [])

/** Number of differences; a changed order alone is not counted. */
export const differences = ({ parts }: Pick<OverlayView, 'parts'>): number => parts.filter(({ of }) => of !== 'order').length

/** Text of a mark, displayed next to the field's label. */
export function markWords({ kind, attributes }: FieldMark, { t }: Pick<DesignerText, 't'>): string {
  if (kind !== 'changed') return t(`mark.${kind}`)
  if (attributes.includes('hidden')) return t('mark.hidden')
  const names = attributes.map((attribute) => {
    const key = `attribute.${attribute}`
    return isDesignerKey(key) ? t(key) : attribute
  })
  return t('mark.changed', { what: [...new Set(names)].join(t('comma')) })
}

/** Returns whether a field, or a column of it, differs. */
export const isMarked = ({ marks }: Pick<OverlayView, 'marks'>, key: string): boolean =>
  [...marks.keys()].some((path) => path === key || partsOf(path).table === key)

/** Returns whether the columns of a table are all of the company's own. */
export const isOwnTable = ({ isShipped }: Pick<OverlayView, 'isShipped'>, table: string | undefined): boolean =>
  table !== undefined && !isShipped(table)
