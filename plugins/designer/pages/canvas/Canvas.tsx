import { BranchesOutlined, CopyOutlined, DeleteOutlined, EyeInvisibleOutlined, HolderOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { type DragEvent, type KeyboardEvent, memo, type ReactNode, Suspense, useRef, useState } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Section } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { spansOf } from '#shell/form/sections/Field.tsx'
import { groupsOf, isOnlyRead } from '#shell/form/sections/section-content.ts'
import { FieldInput } from '#shell/resource/renderers.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { changeField, fieldOf, type FieldPath, type FieldPlace, fieldsIn, keysIn, pathOf, sectionIds } from '../../model/content.ts'
import { isWide, kindLabel } from '../../model/kinds.ts'
import { hasRoom } from '../../model/references.ts'
import type { FormContent } from '../../wire.ts'
import { sectionKey, stepsOf, useDesigning } from '../designing.ts'
import { KindIcon } from '../parts/kind-icon.tsx'
import { useDesignerText } from '../texts.ts'
import { Legend } from '../overlay/Legend.tsx'
import { isMarked, markWords } from '../overlay/marks.ts'
import { type Dragging, isBefore } from './drag.ts'
import { NearScreen, useHasBeenNear } from './near-screen.tsx'
import '#shell/form/form.css'

interface CanvasProps {
  readonly dragging: Dragging
  /** Drawn as on a phone: one column. */
  readonly isPhone: boolean
  onCopy(path: FieldPath): void
  onRemove(path: FieldPath): void
  onAddSection(): void
  onAddColumn(table: string): void
  onKey(event: KeyboardEvent<HTMLElement>): void
}

/** The form as it will be displayed; fields can be selected, moved and removed. */
export function Canvas(props: CanvasProps) {
  const { content, isReadOnly, select, overlay } = useDesigning()
  const { t } = useDesignerText()
  const { dragging, isPhone, onAddSection, onKey } = props
  return (
    <div className="oa-ff-canvas" data-phone={isPhone || undefined} role="group" aria-label={t('canvas')} onKeyDown={onKey}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) select(undefined)
      }}
    >
      <Legend />
      <div className="oa-ff-sheet stack gap-16">
        <NearScreen>
          {sectionIds(content).map((id) => <SectionView key={id ?? ''} id={id} {...props} />)}
        </NearScreen>
        {!isReadOnly && !overlay && (
          <Button type="dashed" block icon={<PlusOutlined aria-hidden />} onClick={onAddSection} onDragOver={(event) => {
            const last = sectionIds(content).at(-1)
            dragging.over(event, { section: last })
          }} onDrop={dragging.drop}>
            {t('addSection')}
          </Button>
        )}
      </div>
    </div>
  )
}

function SectionView({ id, ...props }: CanvasProps & { id: string | undefined }) {
  const { content } = useDesigning()
  const { label } = useDesignerText()
  const { dragging } = props
  const { fields, sections } = content.form
  const section = sections.find((each) => each.id === id)
  const keys = useShownKeys(id)
  if (!keys) return null
  const end: FieldPlace = { section: id }
  const isEnd = isAt(dragging, end)
  return (
    <section className="oa-ff-section stack gap-10" aria-label={section && label(section)} onDragOver={(event) => dragging.over(event, end)}
      onDrop={dragging.drop}
    >
      {section && <SectionName section={section} />}
      {groupsOf(fields, keys, { isFigure: isOnlyRead }).map((group) =>
        group.kind === 'table'
          ? <TableView key={group.id} table={group.names[0] ?? ''} {...props} />
          : <Grid key={group.id} names={group.names} keys={keys} section={id} {...props} />
      )}
      {isEnd && keys.length > 0 && (
        <div className="oa-grid grid">
          <DropMark dragging={dragging} />
        </div>
      )}
      {keys.length === 0 && <EmptySection isOver={isEnd} />}
    </section>
  )
}

function EmptySection({ isOver }: { isOver: boolean }) {
  const { isReadOnly } = useDesigning()
  const { t } = useDesignerText()
  return (
    <div className="oa-ff-empty dashed round-8 third text-centre" data-over={isOver || undefined}>
      {t(isReadOnly ? 'emptySection' : 'emptySectionHint')}
    </div>
  )
}

/** The fields of a section; nothing where only differences are shown and it has none. */
function useShownKeys(id: string | undefined): readonly string[] | undefined {
  const { content, overlay, isOnlyDifferent } = useDesigning()
  const keys = keysIn(content, id)
  if (!overlay || !isOnlyDifferent) return keys
  const marked = keys.filter((key) => isMarked(overlay, key))
  return marked.length > 0 ? marked : undefined
}

function SectionName({ section }: { section: Section }) {
  const { selected, select } = useDesigning()
  const { label } = useDesignerText()
  const key = sectionKey(section.id)
  const isSelected = selected === key
  return (
    <div>
      <button type="button" className="plain oa-ff-section-name inline-row round-6 third gap-6" data-path={key}
        tabIndex={isSelected ? 0 : -1} aria-pressed={isSelected} onClick={() => select(key)}
      >
        <HolderOutlined aria-hidden />
        <h2 className="ink bold flat">{label(section)}</h2>
      </button>
    </div>
  )
}

interface GridProps extends CanvasProps {
  readonly names: readonly string[]
  /** All fields of the section, in their order. */
  readonly keys: readonly string[]
  readonly section: string | undefined
}

function Grid({ names, keys, section, ...props }: GridProps) {
  const { content: { form: { fields } } } = useDesigning()
  const spans = spansOf(fields, names, 4)
  return (
    <div className="oa-grid grid">
      {names.map((name) => (
        <Placed key={name} place={{ section, before: name }} dragging={props.dragging}>
          <Cell path={name} field={fields[name]!} span={spans[name] ?? 1} next={nextOf(keys, name)} section={section} {...props} />
        </Placed>
      ))}
    </div>
  )
}

const nextOf = (keys: readonly string[], key: string): string | undefined => keys[keys.indexOf(key) + 1]

const isAt = ({ place }: Dragging, { section, table, before }: FieldPlace): boolean =>
  place !== undefined && place.section === section && place.table === table && place.before === before

/** A field with the mark in front of it while something would be dropped there. */
function Placed({ place, dragging, children }: { place: FieldPlace; dragging: Dragging; children: ReactNode }) {
  return (
    <>
      {isAt(dragging, place) && <DropMark dragging={dragging} />}
      {children}
    </>
  )
}

/** The exact place and width that a dragged field would have. */
function DropMark({ dragging }: { dragging: Dragging }) {
  const { content } = useDesigning()
  const { t } = useDesignerText()
  const { dragged, place } = dragging
  const span = spanOfDragged(dragged, content)
  return (
    <div className="oa-field oa-ff-drop column middle on-accent round-8 accent small centred" data-span={span}
      onDragOver={(event) => place && dragging.over(event, place)} onDrop={dragging.drop}
    >
      {t('dropHere', { count: span })}
    </div>
  )
}

function spanOfDragged(dragged: Dragging['dragged'], content: FormContent): number {
  if (!dragged) return 1
  if ('kind' in dragged) return isWide(dragged.kind) ? 4 : 1
  return fieldOf(content, dragged.path)?.span ?? 1
}

interface CellProps extends CanvasProps {
  readonly path: FieldPath
  readonly field: FieldDefinition
  readonly span: number
  /** Key of the field behind it. */
  readonly next: string | undefined
  readonly section: string | undefined
}

/** A field of the grid as it will be filled in. */
function Cell({ path, field, span, next, section, ...props }: CellProps) {
  const { content } = useDesigning()
  const { label } = useDesignerText()
  const hover = (event: DragEvent) => props.dragging.over(event, { section, before: isBefore(event) ? path : next })
  return (
    <Framed path={path} field={field} className="oa-field oa-ff-cell column" span={span} onOver={hover} {...props}>
      <span className="oa-field-label">
        <FieldLabel path={path} field={field} />
        <Star field={field} />
        <Conditions field={field} steps={stepsOf(content)} />
        <Mark path={path} />
      </span>
      <Control path={path} field={field} />
      {field.hint && <span className="oa-field-hint">{label(field.hint)}</span>}
    </Framed>
  )
}

/** The label of a field; a double click edits it in place, in the language of the page. */
function FieldLabel({ path, field }: Pick<FramedProps, 'path' | 'field'>) {
  const { content, apply, isReadOnly } = useDesigning()
  const { t, label, locale } = useDesignerText()
  const [typed, setTyped] = useState<string>()
  if (typed === undefined)
    return <span onDoubleClick={isReadOnly ? undefined : () => setTyped(field[locale])}>{label(field) || t('noLabel')}</span>
  const end = () => {
    const text = typed.trim()
    setTyped(undefined)
    if (text !== '' && text !== field[locale]) apply(changeField(content, path, { [locale]: text }), `${path} ${locale}`)
  }
  return (
    <Input size="small" autoFocus maxLength={locale === 'cn' ? 30 : 60} aria-label={t(locale === 'cn' ? 'labelCn' : 'labelEn')}
      value={typed} onChange={({ target }) => setTyped(target.value)} onFocus={({ target }) => target.select()} onBlur={end}
      onPressEnter={end} onKeyDown={(event) => {
      // keys of the canvas move and remove fields
      event.stopPropagation()
      if (event.key === 'Escape') setTyped(undefined)
    }} />
  )
}

/** Difference of a field from the form as it is shipped. */
function Mark({ path }: { path: FieldPath }) {
  const { overlay } = useDesigning()
  const text = useDesignerText()
  const mark = overlay?.marks.get(path)
  return mark ? <span className="oa-ff-mark accent tiny left-6" data-mark={mark.kind}>{markWords(mark, text)}</span> : null
}

const Star = ({ field }: { field: FieldDefinition }) => field.required === true && <span className="oa-star" aria-hidden>*</span>

interface FramedProps extends CanvasProps {
  readonly path: FieldPath
  readonly field: FieldDefinition
  readonly className: string
  readonly span?: number
  readonly children: ReactNode
  onOver?(event: DragEvent): void
}

/** Frame of a field, table or column: selection, dragging, and marks of problems. */
function Framed({ path, field, className, span, children, dragging, onOver, onCopy, onRemove }: FramedProps) {
  const { selected, select, problems } = useDesigning()
  const { mark, hasTools, isReadOnly } = useFrame(path)
  const { t, label } = useDesignerText()
  const isSelected = selected === path
  const problem = problems.find((each) => each.part === 'fields' && each.id === path)
  return (
    <div className={className} data-span={span} data-selected={isSelected || undefined} data-wrong={problem !== undefined || undefined}
      data-mark={mark} onDragOver={onOver} onDrop={onOver && dragging.drop}
    >
      <div className="oa-ff-face stack round-8 grow" role="button" data-path={path} tabIndex={isSelected ? 0 : -1} aria-pressed={isSelected}
        aria-label={t('cellName', { name: label(field), kind: label(kindLabel(field.kind)) })} draggable={!isReadOnly}
        onClick={() => select(path)} onDragStart={(event) => dragging.start(event, { path })} onDragEnd={dragging.end}
      >
        {children}
      </div>
      {problem && <span className="oa-field-problem">{label(problem.text)}</span>}
      {isSelected && hasTools && <Tools path={path} onCopy={onCopy} onRemove={onRemove} />}
    </div>
  )
}

/** Difference of a field from the product's, and whether it can be copied and removed. */
function useFrame(path: FieldPath) {
  const { overlay, isReadOnly } = useDesigning()
  return { isReadOnly, mark: overlay?.marks.get(path)?.kind, hasTools: !isReadOnly && !overlay?.isShipped(path) }
}

/** The conditions under which a field is there, beside its label. */
function Conditions(
  { field, steps }: { field: FieldDefinition; steps: readonly { readonly id: string; readonly cn: string; readonly en: string }[] },
) {
  const { t, label } = useDesignerText()
  const condition = field.visible ?? (typeof field.required === 'string' ? field.required : undefined)
  const node = [field.atNode ?? []].flat()[0]
  const step = steps.find(({ id }) => id === node)
  return (
    <>
      {condition !== undefined && (
        <span className="third tiny left-6" data-tip={condition}>
          <BranchesOutlined aria-hidden /> {t('onCondition')}
        </span>
      )}
      {node !== undefined && <span className="third tiny left-6">{t('fromStep', { name: step ? label(step) : node })}</span>}
      {field.visibleTo && <EyeInvisibleOutlined className="third tiny left-6" aria-label={t('confidential')} />}
    </>
  )
}

/** The control of the kind, without function in the designer. Fields do not change unless they are edited. */
const Control = memo(function Control({ path, field }: { path: FieldPath; field: FieldDefinition }) {
  const { t } = useDesignerText()
  const { holds } = kindOf(field)
  if (holds === 'nothing') return <span className="oa-ff-quiet small">{t('layoutOnly')}</span>
  if (field.kind === 'calculated' || field.value !== undefined)
    return (
      <span className="oa-ff-formula subtle round-6 second small nowrap" data-tip={field.value}>
        {field.value === undefined ? t('setByProduct') : `= ${field.value}`}
      </span>
    )
  return <EntryControl path={path} field={field} />
})

/** A control for entries, drawn once it comes near the screen: a large form has hundreds of them. */
function EntryControl({ path, field }: { path: FieldPath; field: FieldDefinition }) {
  const frame = useRef<HTMLDivElement>(null)
  const isNear = useHasBeenNear(frame)
  return (
    <div inert className="oa-ff-inert" ref={frame}>
      {isNear
        ? (
          <Suspense fallback={<span className="block high-32" />}>
            <FieldInput id={`design-${path}`} field={field} value={null} context={{}} onChange={() => undefined} />
          </Suspense>
        )
        : <span className="oa-ff-stand-in framed round-6 block high-32" />}
    </div>
  )
}

function Tools({ path, onCopy, onRemove }: { path: FieldPath } & Pick<CanvasProps, 'onCopy' | 'onRemove'>) {
  const { t } = useDesignerText()
  return (
    <span className="oa-ff-tools elevated framed round-6 flex absolute" role="toolbar" aria-label={t('tools')}>
      <Button type="text" size="small" icon={<CopyOutlined />} aria-label={t('copyField')} data-tip={t('copyField')}
        onClick={() => onCopy(path)} />
      <Button type="text" size="small" icon={<DeleteOutlined />} aria-label={t('removeField')} data-tip={`${t('removeField')} Del`}
        onClick={() => onRemove(path)} />
    </span>
  )
}

/** A table of rows: its columns stand side by side and are selected, moved and dropped like fields. */
function TableView({ table, ...props }: CanvasProps & { table: string }) {
  const { content, isReadOnly } = useDesigning()
  const { t } = useDesignerText()
  const { dragging } = props
  const field = content.form.fields[table]!
  const columns = Object.entries(fieldsIn(content, table))
  const end: FieldPlace = { table }
  return (
    <div>
      <Framed path={table} field={field} className="oa-ff-table-head relative" {...props}>
        <strong>
          <FieldLabel path={table} field={field} />
        </strong>
        <Star field={field} />
        <Mark path={table} />
        <Pill tone="grey">{t('tableRows', { min: field.min ?? 0, max: field.max ?? 500 })}</Pill>
      </Framed>
      <div className="oa-ff-columns-row framed round-8 flex wrap gap-4" onDragOver={(event) => dragging.over(event, end)}
        onDrop={dragging.drop}
      >
        {columns.map(([column, cell], at) => (
          <Placed key={column} place={{ table, before: column }} dragging={dragging}>
            <Framed path={pathOf(table, column)} field={cell} className="oa-ff-column" {...props}
              onOver={(event) => dragging.over(event, { table, before: isBefore(event) ? column : columns[at + 1]?.[0] })}
            >
              <KindIcon kind={cell.kind} />
              <FieldLabel path={pathOf(table, column)} field={cell} />
              <Star field={cell} />
              <Mark path={pathOf(table, column)} />
            </Framed>
          </Placed>
        ))}
        {isAt(dragging, end)
          ? <DropMark dragging={dragging} />
          : !isReadOnly && hasRoom(content, table) && (
            <Button type="text" className="muted" icon={<PlusOutlined aria-hidden />} onClick={() => props.onAddColumn(table)}>
              {t('addColumn')}
            </Button>
          )}
      </div>
    </div>
  )
}
