import { Button, Form as AntForm, type InputRef } from 'antd'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import type { FieldKind } from '#kernel/fields.ts'
import { useBackend } from '#shell/backend.ts'
import { useTab } from '#shell/tabs/tabs-context.ts'
import { addSection, changeField, changeSection, copyField, fieldOf, type FieldPath, type FieldPlace, fieldsIn, freshKey, insertField,
  isHeaderField, keysIn, moveField, moveSection, neighboursOf, nudgeField, partsOf, pathOf, removeField, removeSection, sectionIds,
  stemOf } from '../../model/content.ts'
import { kindLabel, newField } from '../../model/kinds.ts'
import { ownKeyOf } from '../../overlay/overlay.ts'
import { hasRoom } from '../../model/references.ts'
import type { FormContent, FormDesign, RemovedField } from '../../wire.ts'
import { type Designing, sectionKey, type Selection, useDesigning } from '../designing.ts'
import { FieldPanel } from '../panel/FieldPanel.tsx'
import { FormPanel } from '../panel/FormPanel.tsx'
import { isOwnTable } from '../overlay/marks.ts'
import { OverlayPanel } from '../overlay/OverlayPanel.tsx'
import { ShippedFieldPanel } from '../overlay/ShippedFieldPanel.tsx'
import { PasteDialog } from './PasteDialog.tsx'
import { bothTexts, useDesignerText } from '../texts.ts'
import { Canvas } from './Canvas.tsx'
import { type Dragged, useDragging } from './drag.ts'
import { Palette } from './Palette.tsx'
import { TextControl } from '../parts/controls.tsx'

interface FieldsTabProps {
  readonly design: FormDesign
  /** Replaces the edited design with the answer of a call. */
  onTake(design: FormDesign): void
  readonly isPhone: boolean
  /** Changes the content as it is by then. */
  onAmend(change: (content: FormContent) => FormContent): void
}

/** The palette, the form itself, and the properties of what is selected in it. */
export function FieldsTab({ isPhone, onAmend, design, onTake }: FieldsTabProps) {
  const designing = useDesigning()
  const { content, isReadOnly, selected, select, apply, overlay } = designing
  const { t } = useDesignerText()
  const page = useRef<HTMLDivElement>(null)
  const search = useRef<InputRef>(null)
  const [isPasting, setIsPasting] = useState(false)
  const { reactions } = useBackend()
  const panel = { design, onSettled: onTake }
  const focus = (path: string) =>
    requestAnimationFrame(() => page.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus())
  const goTo = (path: string) => {
    select(path)
    focus(path)
  }
  const place = placeBehind(content, selected)
  const add = (kind: FieldKind, at: FieldPlace = place) => {
    if (!hasRoom(content, at.table)) return
    const key = freshKey(fieldsIn(content, at.table), overlay && !isOwnTable(overlay, at.table) ? ownKeyOf(stemOf(kind)) : stemOf(kind))
    apply(insertField(content, key, newField(kind, kindLabel(kind)), at))
    goTo(pathOf(at.table, key))
  }
  const drop = (dragged: Dragged, at: FieldPlace) => {
    if ('kind' in dragged) return add(dragged.kind, at)
    apply(moveField(content, dragged.path, at))
    goTo(dragged.path)
  }
  const dragging = useDragging(drop)
  const removed = design.removed.filter(({ path }) => {
    const { table } = partsOf(path)
    return fieldOf(content, path) === undefined && (table === undefined || fieldOf(content, table) !== undefined)
  })
  const restore = ({ path, field }: RemovedField) => {
    const { table, key } = partsOf(path)
    const known = sectionIds(content).includes(field.section)
    apply(insertField(content, key, field, table === undefined ? { section: known ? field.section : lastSection(content) } : { table }))
    goTo(path)
  }
  const copy = (path: FieldPath) => {
    const copied = copyField(content, path)
    apply(copied.content)
    goTo(copied.path)
  }
  const remove = (path: FieldPath) => {
    const field = fieldOf(content, path)
    if (!field) return
    if (overlay?.isShipped(path)) return reactions.notify({ kind: 'warning', text: t('shippedStays') })
    if (isHeaderField(path)) return reactions.notify({ kind: 'warning', text: t('headerStays') })
    const next = neighbourOf(content, path)
    const place = placeOf(content, path)
    apply(removeField(content, path))
    reactions.notify({ kind: 'success', text: t('removed', { name: `${field.cn}/${field.en}` }),
      undo: () => onAmend((now) => (fieldOf(now, path) ? now : insertField(now, partsOf(path).key, field, place))) })
    if (next === undefined) select(undefined)
    else goTo(next)
  }
  const openSection = () => {
    const added = addSection(content, bothTexts('newSection'))
    apply(added.content)
    goTo(sectionKey(added.id) ?? '')
  }
  const press = useCanvasKeys(designing, { goTo, focus, remove, page })
  useSearchKey(() => search.current?.focus())
  return (
    <div className="oa-ff-columns grid low" data-reading={isReadOnly || undefined} ref={page}>
      {!isReadOnly && (
        <Palette search={search} dragging={dragging} isInTable={place.table !== undefined} isFull={!hasRoom(content, place.table)}
          removed={removed} onAdd={add} onRestore={restore} onPaste={() => setIsPasting(true)} />
      )}
      <Canvas dragging={dragging} isPhone={isPhone} onCopy={copy} onRemove={remove} onAddSection={openSection}
        onAddColumn={(table) => add('text', { table })} onKey={press} />
      <aside className="oa-ff-panel line-left" aria-label={t('panel')}>
        <Panel designing={designing} {...panel} />
      </aside>
      {isPasting && <PasteDialog place={place} onClose={() => setIsPasting(false)} onAdded={goTo} />}
    </div>
  )
}

interface PanelProps {
  readonly designing: Designing
  readonly design: FormDesign
  onSettled(design: FormDesign): void
}

/** The properties of what is selected; of the form, where nothing is. */
function Panel({ designing: { content, selected, select, overlay }, ...settling }: PanelProps) {
  if (selected?.startsWith('#')) return <SectionPanel key={selected} id={selected.slice(1)} onSelect={select} />
  if (selected === undefined || !fieldOf(content, selected)) return overlay ? <OverlayPanel {...settling} /> : <FormPanel />
  if (overlay?.isShipped(selected)) return <ShippedFieldPanel key={selected} path={selected} />
  return (
    <FieldPanel key={placeIn(content, selected)} path={selected} isNew={settling.design.version === null}
      filedAs={filedKind(settling.design, selected)} onRename={select} />
  )
}

/** The kind with which documents have a field. */
const filedKind = ({ filed }: FormDesign, path: FieldPath) => filed.findLast((each) => each.path === path)?.kind

/** The place of a field among the others: a new key keeps it, and with it what is being entered. */
function placeIn(content: FormContent, path: FieldPath): string {
  const { table, key } = partsOf(path)
  return `${table ?? ''} ${Object.keys(fieldsIn(content, table)).indexOf(key)}`
}

/** The place behind what is selected: in a table, behind a field, or at the end of a section. */
function placeBehind(content: FormContent, selected: string | undefined): FieldPlace {
  if (selected?.startsWith('#')) return { section: selected.slice(1) }
  const field = selected === undefined ? undefined : fieldOf(content, selected)
  if (!field || selected === undefined) return { section: lastSection(content) }
  return field.kind === 'table' ? { table: selected } : placeOf(content, selected)
}

/** The last section with fields of the form's own, else one without any. */
function lastSection(content: FormContent): string | undefined {
  const ids = sectionIds(content)
  return ids.findLast((id) => keysIn(content, id).some((key) => !isHeaderField(key))) ??
    ids.find((id) => keysIn(content, id).length === 0) ?? ids[0]
}

/** The place of a field, by the field behind it. */
function placeOf(content: FormContent, path: FieldPath): FieldPlace {
  const { table, key } = partsOf(path)
  const keys = neighboursOf(content, path)
  return { section: fieldOf(content, path)?.section, table, before: keys[keys.indexOf(key) + 1] }
}

/** The field that is selected once one is gone: the one behind it, else the one before. */
function neighbourOf(content: FormContent, path: FieldPath): FieldPath | undefined {
  const { table, key } = partsOf(path)
  const keys = neighboursOf(content, path)
  const at = keys.indexOf(key)
  const next = keys[at + 1] ?? keys[at - 1]
  return next === undefined ? undefined : pathOf(table, next)
}

interface CanvasActions {
  goTo(path: string): void
  focus(path: string): void
  remove(path: FieldPath): void
  readonly page: { readonly current: HTMLElement | null }
}

/** A content in which an arrow key with Alt moved a section or a field, or with Shift widened it. */
function arranged(content: FormContent, path: string, { by, isWidth }: { by: -1 | 1; isWidth: boolean }): FormContent {
  if (path.startsWith('#')) return moveSection(content, path.slice(1), by)
  if (!isWidth) return nudgeField(content, path, by)
  const { span = 1 } = fieldOf(content, path) ?? {}
  return path.includes('.') ? content : changeField(content, path, { span: Math.min(4, Math.max(1, span + by)) })
}

/** Keys on the canvas: arrows walk, with Alt they move the field, with Alt and Shift they widen it; Del removes, Enter names. */
function useCanvasKeys({ content, isReadOnly, selected, apply, select }: Designing, { goTo, focus, remove, page }: CanvasActions) {
  const change = (event: KeyboardEvent, path: string): boolean => {
    const by = steps[event.key]
    if (event.altKey && by !== undefined) {
      apply(arranged(content, path, { by, isWidth: event.shiftKey }))
      focus(path)
      return true
    }
    const isErased = event.key === 'Delete' || event.key === 'Backspace'
    if (isErased && !path.startsWith('#')) remove(path)
    return isErased
  }
  const open = (path: string) => {
    if (selected !== path) select(path)
    requestAnimationFrame(() => page.current?.querySelector<HTMLElement>('[data-panel-first]')?.focus())
  }
  /** Keys that change nothing. @returns whether the key was taken */
  const walk = (event: KeyboardEvent, path: string): boolean => {
    const next = walked(page.current, event.target as HTMLElement, event.key)
    if (event.key === 'Escape') select(undefined)
    else if (event.key === 'Enter') open(path)
    else if (next !== undefined) goTo(next)
    else return false
    return true
  }
  return (event: KeyboardEvent<HTMLElement>) => {
    const path = (event.target as HTMLElement).dataset['path']
    if (path === undefined || event.ctrlKey || event.metaKey) return
    const isTaken = (!isReadOnly && change(event, path)) || (!event.altKey && walk(event, path))
    if (isTaken) event.preventDefault()
  }
}

const steps: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** The field that an arrow key leads to: the next one in order, or the nearest in the row above or below. */
function walked(page: HTMLElement | null, from: HTMLElement, key: string): string | undefined {
  const by = steps[key]
  if (by === undefined || !page) return undefined
  const faces = [...page.querySelectorAll<HTMLElement>('.oa-ff-canvas [data-path]')]
  const beside = faces[faces.indexOf(from) + by]
  if (key === 'ArrowLeft' || key === 'ArrowRight') return beside?.dataset['path']
  const own = from.getBoundingClientRect()
  const distance = (face: HTMLElement): number => {
    const { top, left } = face.getBoundingClientRect()
    return (top - own.top) * by * 10 + Math.abs(left - own.left)
  }
  const rows = faces.filter((face) => (face.getBoundingClientRect().top - own.top) * by > 4)
  const nearest = rows.toSorted((one, other) => distance(one) - distance(other))[0]
  return (nearest ?? beside)?.dataset['path']
}

/** `/` leads to the search of kinds, wherever the focus is on the page but in a text. */
function useSearchKey(find: () => void) {
  const { isActive } = useTab()
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== '/' || !isActive || isTyping(event)) return
    event.preventDefault()
    event.stopPropagation()
    find()
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => press(event)
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [])
}

const isTyping = ({ target, ctrlKey, metaKey, altKey }: globalThis.KeyboardEvent): boolean =>
  ctrlKey || metaKey || altKey || (target instanceof HTMLElement && /^(INPUT|TEXTAREA)$/.test(target.tagName))

/** The properties of a section. */
function SectionPanel({ id, onSelect }: { id: string; onSelect(selection: Selection): void }) {
  const { content, apply, isReadOnly, overlay } = useDesigning()
  const { t, label } = useDesignerText()
  const { sections } = content.form
  const section = sections.find((each) => each.id === id)
  if (!section) return null
  const count = keysIn(content, id).length
  return (
    <AntForm layout="vertical" component={false} disabled={isReadOnly}>
      <div className="oa-ff-panel-head row gap-8">
        <h2>{label(section)}</h2>
      </div>
      <TextControl label={t('labelCn')} isRequired isFirst max={30} value={section.cn}
        onChange={(cn) => apply(changeSection(content, id, { cn }), `#${id} cn`)} />
      <TextControl label={t('labelEn')} isRequired max={60} value={section.en}
        onChange={(en) => apply(changeSection(content, id, { en }), `#${id} en`)} />
      <p className="oa-ff-quiet small">{t('sectionFields', { count })}</p>
      {overlay
        ? <p className="oa-ff-quiet small">{t('shippedSection')}</p>
        : <Moves id={id} isAlone={sections.length < 2} onSelect={onSelect} />}
      {!overlay && count > 0 && sections.length > 1 && <p className="oa-ff-quiet small">{t('removeSectionHint')}</p>}
    </AntForm>
  )
}

function Moves({ id, isAlone, onSelect }: { id: string; isAlone: boolean; onSelect(selection: Selection): void }) {
  const { content, apply, isReadOnly } = useDesigning()
  const { t } = useDesignerText()
  return (
    <div className="oa-ff-buttons row wrap gap-8">
      <Button icon={<ArrowUpOutlined aria-hidden />} onClick={() => apply(moveSection(content, id, -1))}>{t('moveUp')}</Button>
      <Button icon={<ArrowDownOutlined aria-hidden />} onClick={() => apply(moveSection(content, id, 1))}>{t('moveDown')}</Button>
      <Button danger icon={<DeleteOutlined aria-hidden />} disabled={isReadOnly || isAlone} onClick={() => {
        apply(removeSection(content, id))
        onSelect(undefined)
      }}>
        {t('removeSection')}
      </Button>
    </div>
  )
}
