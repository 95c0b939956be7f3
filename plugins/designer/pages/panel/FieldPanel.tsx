import { Form as AntForm, Input, Modal, Segmented, Select } from 'antd'
import { useState } from 'react'
import type { FieldDefinition, FieldKind } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { Pill } from '#shell/parts/StatePill.tsx'
import { changeField, fieldOf, type FieldPath, fieldsIn, isForeignHeaderField, isHeaderField, partsOf, pathOf,
  replaceField } from '../../model/content.ts'
import { changeKind, columnKinds, kindGroups, kindLabel } from '../../model/kinds.ts'
import { keyByLabel, keyProblem, renameField, replacedField, whereUsed } from '../../model/references.ts'
import { isOwnKey, ownKeyOf } from '../../overlay/overlay.ts'
import { isOwnTable, type OverlayView } from '../overlay/marks.ts'
import { attributeName, stepsOf, useDesigning } from '../designing.ts'
import { useRoles } from '../calls.ts'
import { ConditionControl } from '../parts/ConditionControl.tsx'
import { BothLanguages, ExpressionControl, type FieldPartProps, Labelled, SwitchLine, TextControl } from '../parts/controls.tsx'
import { useDesignerText } from '../texts.ts'
import { KindPart } from './KindPart.tsx'
import { Output, Uses } from './OutputPart.tsx'

interface FieldPanelProps {
  readonly path: FieldPath
  /** No version was published: its key follows its English label until somebody chooses one. */
  readonly isNew: boolean
  /** The kind that documents have it with. */
  readonly filedAs?: FieldKind | undefined
  onRename(path: FieldPath): void
}

/** The properties of a field or column. */
export function FieldPanel({ path, isNew, filedAs, onRename }: FieldPanelProps) {
  const { content, apply, isReadOnly } = useDesigning()
  const follow = useKeyByLabel({ path, isNew, onRename })
  const field = fieldOf(content, path)
  if (!field) return null
  const put: FieldPartProps['put'] = (part, attribute) =>
    apply(changeField(content, path, part), attribute === undefined ? undefined : `${path} ${attribute}`)
  const props: FieldPartProps = { path, field, table: partsOf(path).table, put }
  const isHeader = isHeaderField(path) && !isForeignHeaderField(path, field)
  const holdsValue = kindOf(field).holds !== 'nothing'
  return (
    <AntForm layout="vertical" component={false} disabled={isReadOnly}>
      <Names {...props} isHeader={isHeader} onNamed={follow} />
      <BothLanguages {...props} attribute="hint" />
      {!isHeader && holdsValue && <BothLanguages {...props} attribute="placeholder" />}
      <Width {...props} />
      {!isHeader && (
        <>
          {holdsValue && <Entry {...props} />}
          <KindPart {...props} />
          <Readers {...props} />
        </>
      )}
      <Output {...props} />
      <Uses path={path} />
      {!isHeader && <Identity key={path} {...props} filedAs={filedAs} onRename={onRename} />}
    </AntForm>
  )
}

/** Gives a new field the key of its English label, once that was entered. */
function useKeyByLabel({ path, isNew, onRename }: Omit<FieldPanelProps, 'filedAs'>): () => void {
  const { content, apply, isReadOnly, overlay } = useDesigning()
  const { table, key } = partsOf(path)
  const isOwn = overlay !== undefined && !isOwnTable(overlay, table)
  return () => {
    const next = isNew && !isReadOnly ? keyByLabel(fieldsIn(content, table), key, isOwn ? ownKeyOf : undefined) : undefined
    if (next === undefined) return
    apply(renameField(content, path, next))
    onRename(pathOf(table, next))
  }
}

/** The labels of a field, below what is wrong with it. */
export function Names({ path, field, put, isHeader, onNamed }: FieldPartProps & { isHeader: boolean; onNamed?(): void }) {
  const { problems } = useDesigning()
  const { t, label } = useDesignerText()
  const own = problems.filter(({ part, id }) => part === 'fields' && id === path)
  return (
    <>
      <div className="oa-ff-panel-head row gap-8">
        <h2>{label(field) || t('noLabel')}</h2>
        <Pill tone="grey">{label(kindLabel(field.kind))}</Pill>
      </div>
      {own.length > 0 && (
        <ul className="oa-ff-problems red small" role="alert">
          {own.map(({ where, text }) => <li key={where + text.en}>{label(text)}</li>)}
        </ul>
      )}
      {isHeader && <p className="oa-ff-quiet small">{t('headerField')}</p>}
      <div className="oa-ff-pair grid halves gap-0-12">
        <TextControl label={t('labelCn')} isRequired isFirst max={30} value={field.cn} onChange={(cn) => put({ cn }, 'cn')} />
        <TextControl label={t('labelEn')} isRequired max={60} value={field.en} onChange={(en) => put({ en }, 'en')}
          {...(onNamed && { onLeave: onNamed })} />
      </div>
    </>
  )
}

/** Columns of the grid; a table takes them all. */
export function Width({ field, table, put }: FieldPartProps) {
  const { t } = useDesignerText()
  if (table !== undefined || field.kind === 'table') return null
  return (
    <Labelled label={t('attribute.span')}>
      {(id) => (
        <Segmented id={id} block aria-label={t('attribute.span')} value={field.span ?? 1} options={[1, 2, 3, 4]}
          onChange={(span) => put({ span })} />
      )}
    </Labelled>
  )
}

/** When a field has to be, may be and can be filled in. */
function Entry(props: FieldPartProps) {
  const { field } = props
  const { t } = useDesignerText()
  const isTyped = field.kind !== 'calculated'
  return (
    <section className="oa-ff-part line-top above-6" aria-label={t('filling')}>
      <h3>{t('filling')}</h3>
      {isTyped && kindOf(field).ask !== null && <Required {...props} />}
      <Visible {...props} />
      {isTyped && <Entered {...props} />}
      {isTyped && field.kind !== 'table' && <Default {...props} />}
    </section>
  )
}

const requiredValues = { never: undefined, always: true, condition: 'true' } as const

/** When it has to be filled in; `least`: the product needs it, so that it is asked for then at least. */
export function Required(
  { path, field: { required, shown }, table, put, least }: FieldPartProps & { least?: FieldDefinition['required'] },
) {
  const { t } = useDesignerText()
  const isConditional = typeof required === 'string'
  return (
    <>
      <Choice label={t('attribute.required')} value={isConditional ? 'condition' : required ? 'always' : 'never'} name="required"
        options={least === undefined ? ['never', 'always', 'condition'] : least === true ? ['always'] : ['condition', 'always']}
        onChange={(next) =>
          put({ required: next === 'condition' ? (least ?? 'true') : requiredValues[next],
            ...(next !== 'condition' && { shown: undefined }) })} />
      {isConditional && least === undefined && (
        <>
          <ConditionControl of={path} label={t('requiredWhen')} table={table} hint={t('conditionHint')} value={required} onChange={(next) =>
            put({ required: next }, 'required')} />
          <SwitchLine label={t('attribute.shown')} value={shown === true} onChange={(is) => put({ shown: is || undefined })} />
        </>
      )}
    </>
  )
}

/** The steps of the flow to choose from. */
function useSteps() {
  const { content } = useDesigning()
  const { label } = useDesignerText()
  return stepsOf(content).map((step) => ({ value: step.id, label: label(step) }))
}

function Visible({ path, field: { visible, atNode }, table, put }: FieldPartProps) {
  const { t } = useDesignerText()
  const steps = useSteps()
  return (
    <>
      <Choice label={t('attribute.visible')} value={visible === undefined ? 'always' : 'condition'} options={['always', 'condition']}
        name="visible" onChange={(next) => put({ visible: next === 'condition' ? 'true' : undefined })} />
      {visible !== undefined && (
        <ConditionControl of={path} label={t('visibleWhen')} table={table} hint={t('conditionHint')} value={visible} onChange={(next) =>
          put({ visible: next }, 'visible')} />
      )}
      {table === undefined && steps.length > 0 && (
        <Labelled label={t('attribute.atNode')} hint={t('atNodeHint')}>
          {(id) => (
            <Select id={id} allowClear placeholder={t('fromStart')} value={[atNode ?? []].flat()[0]} options={steps}
              onChange={(next?: string) => put({ atNode: next })} />
          )}
        </Labelled>
      )}
    </>
  )
}

const enteredValues = { always: {}, condition: { locked: 'false' }, never: { readOnly: true } } as const

/** Steps that require a field; it can be filled in there, and conditions of these steps stay. */
function requiredIn(steps: readonly string[], { requiredAt = {}, editAt = [] }: Pick<FieldDefinition, 'requiredAt' | 'editAt'>) {
  const required = Object.fromEntries(steps.map((step) => [step, requiredAt[step] ?? true]))
  return { requiredAt: steps.length > 0 ? required : undefined, editAt: steps.length > 0 ? [...new Set([...editAt, ...steps])] : editAt }
}

function Entered({ path, field: { readOnly, locked, editAt = [], requiredAt = {} }, table, put }: FieldPartProps) {
  const { t } = useDesignerText()
  const steps = useSteps()
  const unlocked = locked === undefined ? 'always' : 'condition'
  return (
    <>
      <Choice label={t('entered')} value={readOnly ? 'never' : unlocked} options={['always', 'condition', 'never']} name="entered"
        onChange={(next) => put({ readOnly: undefined, locked: undefined, ...enteredValues[next] })} />
      {locked !== undefined && (
        <ConditionControl of={path} label={t('lockedWhen')} table={table} hint={t('conditionHint')} value={locked} onChange={(next) =>
          put({ locked: next }, 'locked')} />
      )}
      {steps.length > 0 && (
        <Labelled label={t('attribute.requiredAt')}>
          {(id) => (
            <Select id={id} mode="multiple" value={Object.keys(requiredAt)} options={steps} onChange={(next: string[]) =>
              put(requiredIn(next, { requiredAt, editAt }))} />
          )}
        </Labelled>
      )}
      {steps.length > 0 && (
        <Labelled label={t('attribute.editAt')}>
          {(id) => (
            <Select id={id} mode="multiple" value={[...editAt]} options={steps} onChange={(next: string[]) =>
              put({ editAt: next.length > 0 ? next : undefined })} />
          )}
        </Labelled>
      )}
    </>
  )
}

/** The value that it begins with. */
export function Default({ field, table, put }: FieldPartProps) {
  const { t } = useDesignerText()
  return (
    <>
      <SwitchLine label={t('attribute.default')} value={field.default !== undefined}
        onChange={(is) => put({ default: is ? 'null' : undefined })} />
      {field.default !== undefined && (
        <ExpressionControl label={t('defaultValue')} table={table} extra={['currentUser']} hint={t('defaultHint')} value={field.default}
          onChange={(next) => put({ default: next }, 'default')} />
      )}
    </>
  )
}

function Choice<Value extends string>(
  { label, value, options, name, onChange }: { label: string; value: Value; options: readonly Value[];
    name: 'required' | 'visible' | 'entered'; onChange(value: Value): void },
) {
  const { t } = useDesignerText()
  return (
    <Labelled label={label}>
      {(id) => (
        <Select id={id} value={value} onChange={onChange}
          options={options.map((option) => ({ value: option, label: t(`${name}.${option}` as 'visible.always') }))} />
      )}
    </Labelled>
  )
}

/** The readers of a confidential field. */
function Readers({ field, put }: FieldPartProps) {
  const { content } = useDesigning()
  const { t, label, name } = useDesignerText()
  const roles = useRoles()
  const { isNeverConfidential } = kindOf(field)
  if (isNeverConfidential) return null
  const { visibleTo } = field
  const change = (part: FieldDefinition['visibleTo']) => {
    const { nodes = [], roles: readers = [] } = { ...visibleTo, ...part }
    put({ visibleTo: { ...(nodes.length > 0 && { nodes }), ...(readers.length > 0 && { roles: readers }) } })
  }
  const steps = [{ value: 'start', label: t('applicant') }, ...stepsOf(content).map((step) => ({ value: step.id, label: label(step) }))]
  return (
    <section className="oa-ff-part line-top above-6" aria-label={t('readers')}>
      <SwitchLine label={t('confidential')} value={visibleTo !== undefined}
        onChange={(is) => put({ visibleTo: is ? { nodes: ['start'] } : undefined })} />
      {visibleTo && (
        <>
          <Labelled label={t('readers')} hint={t('readersHint')}>
            {(id) => (
              <Select id={id} mode="multiple" value={[...(visibleTo.nodes ?? [])]} options={steps} onChange={(nodes: string[]) =>
                change({ nodes })} />
            )}
          </Labelled>
          <Labelled label={t('readerRoles')} hint={t('readerRolesHint')}>
            {(id) => (
              <Select id={id} mode="multiple" optionFilterProp="label" value={[...(visibleTo.roles ?? [])]}
                options={roles.map((role) => ({ value: role.key, label: name(role.name) }))} onChange={(next: string[]) =>
                change({ roles: next })} />
            )}
          </Labelled>
        </>
      )}
    </section>
  )
}

/** The key and the kind of a field. */
function Identity(props: FieldPartProps & Pick<FieldPanelProps, 'filedAs' | 'onRename'>) {
  const { t } = useDesignerText()
  return (
    <section className="oa-ff-part line-top above-6" aria-label={t('identity')}>
      <h3>{t('identity')}</h3>
      <KeyControl {...props} />
      <KindControl {...props} />
    </section>
  )
}

/** Fields that a company adds to a form of the product have keys of their own. */
function ownKeyProblem(overlay: OverlayView | undefined, table: string | undefined, key: string): 'own' | undefined {
  if (overlay === undefined || isOwnTable(overlay, table)) return undefined
  return isOwnKey(key) ? undefined : 'own'
}

function KeyControl({ path, table, onRename }: FieldPartProps & Pick<FieldPanelProps, 'onRename'>) {
  const { content, apply, overlay } = useDesigning()
  const { t } = useDesignerText()
  const { key } = partsOf(path)
  const [typed, setTyped] = useState(key)
  const isSame = typed === key
  const problem = isSame ? undefined : (keyProblem(content, path, typed) ?? ownKeyProblem(overlay, table, typed))
  const uses = whereUsed(content, path).length
  const rename = () => {
    if (isSame || problem) return
    apply(renameField(content, path, typed))
    onRename(pathOf(table, typed))
  }
  return (
    <Labelled label={t('key')} problem={problem && t(`keyProblem.${problem}`)}
      hint={!isSame && uses > 0 ? t('renameFollows', { count: uses }) : t('keyHint')}
    >
      {(id) => (
        <Input id={id} value={typed} maxLength={40} spellCheck={false} onChange={({ target }) => setTyped(target.value)} onBlur={rename}
          onPressEnter={rename} />
      )}
    </Labelled>
  )
}

/** The kind of a field. Where documents have it with a kind, another one is that of a new field, which takes its place. */
function KindControl({ path, field, table, filedAs, onRename }: FieldPartProps & Pick<FieldPanelProps, 'filedAs' | 'onRename'>) {
  const { content, apply } = useDesigning()
  const { t, label } = useDesignerText()
  const [asked, setAsked] = useState<FieldKind>()
  const isFiled = (kind: FieldKind) => filedAs !== undefined && filedAs !== kind
  const put = (kind: FieldKind) => {
    const next = changeKind(field, kind).field
    if (!isFiled(kind)) return apply(replaceField(content, path, next))
    const replaced = replacedField(content, path, next)
    apply(replaced.content)
    onRename(replaced.path)
  }
  const change = (kind: FieldKind) => (isFiled(kind) || changeKind(field, kind).lost.length > 0 ? setAsked(kind) : put(kind))
  const kinds = table === undefined ? kindGroups().flatMap((group) => group.kinds) : columnKinds()
  return (
    <>
      <Labelled label={t('kind')}>
        {(id) => (
          <Select id={id} showSearch optionFilterProp="label" value={field.kind} onChange={change}
            options={kinds.map((kind) => ({ value: kind, label: label(kindLabel(kind)) }))} />
        )}
      </Labelled>
      {asked !== undefined && (
        <KindDialog kind={asked} field={field} filedAs={isFiled(asked) ? filedAs : undefined} onClose={() => setAsked(undefined)}
          onDone={() => {
            put(asked)
            setAsked(undefined)
          }} />
      )}
    </>
  )
}

interface KindDialogProps {
  readonly kind: FieldKind
  readonly field: FieldDefinition
  /** The kind that documents have, so that a new field is added. */
  readonly filedAs: FieldKind | undefined
  onClose(): void
  onDone(): void
}

/** Says before a field changes its kind what it loses, or that a new field takes its place. */
function KindDialog({ kind, field, filedAs, onClose, onDone }: KindDialogProps) {
  const text = useDesignerText()
  const { t, label } = text
  const { lost } = changeKind(field, kind)
  const [title, done] = filedAs === undefined ? ['changeKindAsk', 'changeKind'] as const : ['newFieldAsk', 'addNewField'] as const
  return (
    <Modal open title={t(title, { kind: label(kindLabel(kind)) })} okText={t(done)} cancelText={t('cancel')} onCancel={onClose}
      onOk={onDone}
    >
      {filedAs !== undefined && <p>{t('newFieldText', { name: label(field), from: label(kindLabel(filedAs)) })}</p>}
      {lost.length > 0 && (
        <>
          <p>{t('changeKindText')}</p>
          <ul className="oa-ff-bullets">{lost.map((attribute) => <li key={attribute}>{attributeName(attribute, text)}</li>)}</ul>
        </>
      )}
    </Modal>
  )
}
